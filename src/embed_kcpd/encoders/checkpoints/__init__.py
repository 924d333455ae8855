"""Any checkpoint of the BERT family, from a folder or the model hub, without torch."""
