# The lab in a container: docker build -t gutshot . && docker run -p 8000:8000 -v gutshot:/data gutshot
FROM node:22-slim AS page
WORKDIR /src/frontend
COPY frontend/package.json frontend/package-lock.json ./
RUN npm install --no-save --silent
COPY frontend/ ./
RUN npm run --silent build

FROM python:3.12-slim AS wheel
WORKDIR /src
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY src/ src/
COPY configs/ configs/
COPY --from=page /src/frontend/dist frontend/dist
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.12-slim
COPY --from=wheel /wheels /wheels
RUN pip install --no-cache-dir "$(echo /wheels/gutshot-*.whl)[web,plot,postgres]" && rm -r /wheels \
    && useradd --create-home --uid 1000 gutshot && mkdir -p /data && chown gutshot /data
USER gutshot
ENV GUTSHOT_DATA=/data/results GUTSHOT_CACHE=/data/cache
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/api/status', timeout=4)"]
# Every address but the loopback asks for a token, which is printed at the start; --token sets one.
ENTRYPOINT ["gutshot", "serve", "--host", "0.0.0.0"]
