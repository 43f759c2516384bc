"""Files that several features hand out: uploads as they came, and conversations converted."""
