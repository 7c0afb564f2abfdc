/** Packages that copies of a name aim at. Names shorter than five letters have too many honest neighbours. */
export const popular = {
  npm: words(`
    angular ansi-styles apollo-server async-retry autoprefixer axios babel-cli babel-core babel-loader better-sqlite3 bluebird
    body-parser bootstrap browserify chalk chart.js cheerio chokidar classnames cloudinary colors commander compression
    concurrently create-next-app create-react-app create-vite cookie-parser core-js cross-env cross-spawn crypto-js css-loader date-fns dayjs debug discord.js docusaurus
    dotenv drizzle-orm electron electron-builder esbuild eslint eslint-config-prettier eslint-plugin-import eslint-plugin-react
    eventemitter3 execa express express-session express-validator fast-glob fastify firebase firebase-admin framer-motion
    fs-extra fsevents gatsby graphql graphql-request gray-matter handlebars helmet html-webpack-plugin http-proxy
    http-proxy-middleware husky immer ioredis inquirer js-yaml jquery jsdom jsonwebtoken kafkajs knex langchain lerna
    lint-staged lodash lodash.merge lru-cache mariadb marked mathjs memcached micromatch minimist mocha moment mongodb mongoose
    morgan multer mysql mysql2 nanoid nestjs next-auth node-cron node-fetch node-gyp node-sass node-telegram-bot-api nodemailer
    nodemon npm-run-all openai ora-cli p-limit p-queue passport passport-jwt pg-promise playwright playwright-core pnpm postcss
    postgres prettier prisma prop-types puppeteer puppeteer-core querystring ramda react react-dom react-hook-form react-native
    react-redux react-router react-router-dom react-scripts readable-stream recharts redis redux redux-thunk reflect-metadata
    request request-promise resolve rimraf rollup sass-loader semver sequelize serialize-javascript sharp shelljs shx sinon
    socket.io socket.io-client sqlite3 string-width strip-ansi storybook stripe style-loader styled-components supertest svelte
    swagger-ui-express tailwindcss telegraf telegram terser three through2 ts-jest ts-loader ts-node tslib turborepo
    twilio typeorm typescript underscore undici uuidv4 validator vitest vue-router webpack webpack-cli webpack-dev-server winston
    workbox yargs yarnpkg zustand`),
  pypi: words(`
    accelerate aiohttp airflow alembic anthropic ansible apache-airflow asyncpg attrs autogen azure-identity beautifulsoup4
    bitsandbytes black boto3 botocore browser-use celery certifi chardet chromadb click colorama coverage crewai cryptography
    cython dash-bootstrap-components datasets diffusers discord.py django django-rest-framework djangorestframework docker
    elasticsearch faiss-cpu faiss-gpu fastapi fastmcp filelock flake8 flask flask-cors google-cloud-storage google-generativeai
    gradio greenlet grpcio grpcio-tools gunicorn httpx huggingface-hub hypothesis ipython ipykernel jinja2 joblib jsonschema
    jupyter jupyterlab keras kubernetes langchain langchain-community langchain-core langchain-openai langgraph lightgbm litellm
    llama-cpp-python llama-index loguru markupsafe marshmallow matplotlib mlflow mypy mysqlclient networkx nltk numba numpy
    onnxruntime openai opencv-python openpyxl packaging pandas paramiko peewee pillow pinecone-client pip-tools playwright
    plotly poetry polars prometheus-client protobuf psutil psycopg2 psycopg2-binary pyarrow pydantic pydantic-settings pygments
    pyinstaller pyjwt pylint pymongo pymysql pyspark pytest pytest-asyncio pytest-cov python-dateutil python-dotenv
    python-multipart python-telegram-bot pytorch-lightning pyyaml qdrant-client ragas rapidfuzz redis regex requests
    requests-oauthlib ruamel.yaml safetensors scikit-learn scipy scrapy seaborn selenium sentence-transformers sentencepiece
    sentry-sdk setuptools sqlalchemy sqlmodel starlette statsmodels streamlit sympy tabulate tenacity tensorboard tensorflow
    tiktoken tokenizers torch torchaudio torchvision tornado tqdm transformers tritonclient typer typing-extensions
    unstructured urllib3 uvicorn uvloop virtualenv watchdog weaviate-client websocket-client websockets werkzeug wheel wrapt
    xformers xgboost`),
} as const

/** Real packages that are one edit away from a popular one. */
export const neighbours: ReadonlySet<string> = words(`
  preact enquirer mquery redux-saga color colours react-dnd reacts-router moments tslint jslint nodemon2 express-ws mysql2 mysql3 requests request
  request-promise-native requests-toolbelt redis-om rediss ioredis inquirer2 telegraf telegram telegram.js discord discord.py dayjs-nodejs
  vitest vite vites jest jests esbuild-wasm semver2 sharp-cli lodash-es lodash.get lodashs psycopg psycopg2 psycopg3 pandas-ta panda3d boto
  boto2 urllib urllib2 urllib4 beautifulsoup httpx2 httpie httpcore uvicorn unicorn flask2 typed typers torch-geometric pytorch tokenize
  tokenizer transformer dataset jinja markupsafe-ng pyjwts jwt pymysql mysqlclient pillow-simd plotly-express polar dotenvx dotenvy
  openai-node openais anthropics gradio-client keras2 keras3 wheels docker-py dockerode celery2 clicks attr attrs scrappy stripes svelte5
  resolver resolve.exports debugs marked-man three-js threejs underscore.string prism prisma1 prism-media graphql2 graphqls chart.js2
  chalk2 chalks chalk-cli yarg yargs2 moment-js husky2 sinon2 morgans redux2 redis2 redis3 redis4 mongodb2 mongose knexx pgpromise
  react-dom2 vue-route uuidv5 uuidv1 uuidv3 nodemailer2 jsdoc jsdom2 mocha2 immerse immers immer2 ts-node2 tslint2 multers helmets
  websocket websockets regexp regexes pyaml ruamel.yml loguru2 selenium2 pylint2 mypyc typer-cli black2 numbas nltk2 numexpr numpys
  scipy2 sympy2 tqdm2 torchx torchs streamlits starlettes fastapis
  fast-api fastify2 aiohttp2 asyncpg2 grpcio2 pytests ptest pytest6 plotly2 bokeh dash wrap wrapt2 wheel2 tornado2 regex2 pysparks
  cypress express-es6 rollups rolldown terser2 tersers postcss8 postcss7 pnpx next-auth5 angular2 angulars angularjs bootstrap4
  bootstrap5 jquery2 jquery3 jqueryui winston3 passports strip winstons async through through3 tslib2 tslibs webpack4 webpack5
  google-generative-ai mlflows langchains langgraph2 langchain4 langchain-cor gatsby2 electron2 electrons axios2 axioss dayjs2 cheerios
  sequelize6 typeorm2 compressions compression2 uvloop2 chroma chromadb2 autogens ag2 pyautogen crew-ai playwright2 celerys`)

/** Names that were published to be mistaken for others, from public advisories. */
export const malicious: ReadonlySet<string> = words(`
  crossenv cross-env.js crossenv.js mongose mariadb2 mysqljs nodesass nodefabric nodeffmpeg nodemailer-js nodemailer.js nodemssql
  node-openssl noderequest nodesqlite node-tkinter opencv.js openssl.js proxy.js shadowsock smb sqlite.js sqliter sqlserver tkinter
  babelcli d3.js fabric-js ffmepg gruntcli http-proxy.js jquery.js node-fabric node-opencv node-opensl electorn loadyaml lodashs
  loadsh eslint-scope-malicious getcookies flatmap-stream discordi.js discord-lofy twilio-npm ua-parser-jss colourama
  python3-dateutil jeilyfish python-sqlite openvc-python python-mysql python-openssl acqusition apidev-coop bzip crypt
  django-server pwd setup-tools telnet urlib3 urllib requestes requesys reqeusts beautfulsoup4 beautifulsup4 pytoich pytorhc tensorfow
  djanga diango colorslib httpslib libhttps urlib numpi pandsa maratlib maratlib1 matplatlib-plus mllearnlib mplatlib learninglib
  ctx phpass typesquat aioconsol huggingface-cli ccxt-mexc-futures`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
