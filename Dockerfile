# Crosswire for a team: docs/how-to/run-for-a-team.md.
#
#   docker build --tag crosswire .
#
# It has the app with its documentation, PostgreSQL, object stores and OpenID Connect; what it needs is
# in requirements-team.txt, with hashes.

FROM python:3.13-slim AS build
WORKDIR /src
COPY . /src
# The documentation first: it is made by the checkout, and what makes it stays behind.
RUN python dev docs --site
RUN python -m venv /opt/crosswire
RUN /opt/crosswire/bin/pip install --no-cache-dir --no-deps --require-hashes --requirement requirements-team.txt
RUN /opt/crosswire/bin/pip install --no-cache-dir --no-deps /src
RUN mkdir -p /opt/crosswire/share && cp -r var/docs/html /opt/crosswire/share/docs

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home crosswire
COPY --from=build /opt/crosswire /opt/crosswire
ENV PATH=/opt/crosswire/bin:$PATH
ENV CROSSWIRE_DATABASE_URL=sqlite:////data/crosswire.db
ENV CROSSWIRE_DOCS=/opt/crosswire/share/docs
ENV CROSSWIRE_LOG=json
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["crosswire"]
# Without a login it says so and ends: CROSSWIRE_LOGIN, or --i-know-this-is-public.
CMD ["serve", "--host", "0.0.0.0"]
