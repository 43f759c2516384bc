"""A conversion there and back without loss: what the target cannot hold is kept in a sidecar."""
