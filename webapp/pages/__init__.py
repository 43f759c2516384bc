"""What the templates of a conversation's pages ask for: one module a page, or a part of one."""
