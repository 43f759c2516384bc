"""`python -m docs.site PYTHON FOLDER [APP]` builds the site in a folder, with the Python that
has Zensical, for an app at this address; `./dev docs --site` calls it."""

import sys
from pathlib import Path

from docs.site.gathering import build

if __name__ == "__main__":
    sys.exit(build(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:4]))
