"""What somebody keeps: filters, labels, tags, collections."""
