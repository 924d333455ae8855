# The server with its models inside; it needs no network when it runs.
#
#   docker build -t embed-kcpd .
#   docker run --rm -p 127.0.0.1:8000:8000 --read-only --tmpfs /tmp embed-kcpd

# The wheel, with its C extension; the compiler stays behind in this stage.
FROM python:3.12-slim AS wheel
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
WORKDIR /source
COPY pyproject.toml setup.py MANIFEST.in DESCRIPTION.md LICENSE ./
COPY native native
COPY src src
RUN EMBED_KCPD_NEED_NATIVE=1 pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.12-slim
COPY --from=wheel /wheels /wheels
RUN pip install --no-cache-dir "$(ls /wheels/*.whl)[server,pdf]" && rm -r /wheels
ENV EMBED_KCPD_CACHE=/models
RUN embed-kcpd download minilm && embed-kcpd download multilingual && chmod -R a+rX /models
RUN useradd --system --no-create-home --shell /usr/sbin/nologin embed-kcpd
USER embed-kcpd
# Nothing is fetched from here on, also where a network is there.
ENV EMBED_KCPD_OFFLINE=1 PYTHONDONTWRITEBYTECODE=1
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["python", "-c", \
  "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
# The address is that of the container; who may reach it is said by docker run --publish.
CMD ["embed-kcpd", "serve", "--host", "0.0.0.0", "--port", "8000"]
