"""Every query of the app, in modules by subject: `from webapp.store import sharing;
sharing.revoke(...)`."""
