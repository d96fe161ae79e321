"""Looking outwards: the status page and the models themselves."""
