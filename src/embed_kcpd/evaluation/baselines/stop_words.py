"""English function words: what carries no topic.

A short list of closed classes (articles, pronouns, prepositions, conjunctions, auxiliaries,
common adverbs of degree and place), and the pieces that a tokeniser leaves of contractions.
"""

_WORDS = """
a about above across after again against all almost along already also although always am
among an and another any anyone anything are around as at away
back be became because become becomes been before behind being below between beyond both
but by
came can cannot come comes could
d did do does doing done down during
each either else enough even ever every everyone everything except
far few for from further
gave get gets give given go goes going gone got
had has have having he hence her here hers herself him himself his how however
i if in indeed instead into is it its itself
just
kept
least less let like likely ll
made make makes making many may me might mine more moreover most much must my myself
n't near nearly neither never nevertheless next no nobody none nor not nothing now nowhere
of off often on once one ones only onto or other others otherwise our ours ourselves out
over own
per perhaps put
quite
rather re really
s said same say says see seem seemed seems several shall she should since so some someone
something sometimes still such
t take taken than that the their theirs them themselves then there therefore these they
this those though through throughout thus to together too took toward towards
under until unto up upon us
ve very via
want was way we well went were what whatever when where whether which while who whole whom
whose why will with within without wo would
yes yet you your yours yourself
"""

STOP_WORDS = frozenset(_WORDS.split())
