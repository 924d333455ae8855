"""How well chunks serve questions: corpora with known answers, retrievers, measures."""
