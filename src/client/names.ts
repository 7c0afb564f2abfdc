/** Names of products that a text may be about, besides those of the catalog's pages. */
export const otherNames: ReadonlySet<string> = new Set(
  `airflow akka algolia amplify android angular ansible apache apollo appwrite argo arduino assemblyai astro auth0 aurora
  azuread bamboo bazel bigquery bitbucket bitnami blender bundler caddy cakephp canva cassandra celery cerebras certbot
  chocolatey circleci clerk clickhouse cloudflare cmake cocoapods cohere comfyui composer conda confluence consul
  contentful couchbase couchdb cursor cypress dagster databricks datadog dbt deepgram deno devin dotnet doctrine drizzle
  drupal dynamodb elasticsearch electron elevenlabs elixir emacs entra etcd expo fastapi ffmpeg figma firebase firestore
  fivetran flask flutter foundry gatsby ghost gitea gitlab gmail godot gradle grafana graphql grpc haproxy hardhat
  haskell hasura helm heroku hetzner hibernate homebrew hubspot hugo influxdb intercom intellij ionic istio jenkins jira
  jupyter kafka keras keycloak kibana kong kotlin kubeflow lambda laravel lerna linkedin linode looker magento mailchimp
  mailgun mariadb mastodon matlab maven meilisearch metabase metamask milvus minio mlflow mssql netlify nestjs nginx
  nomad notion nuget nuxt odoo okta opensearch oracle outlook packer paypal perplexity phoenix php podman poetry
  prometheus pulumi puppeteer pyspark qt quarkus rabbitmq rails replicate replit remix reddit ruby rust sagemaker
  salesforce sambanova scala scrapy segment selenium sendgrid sentry servicenow shopify snowflake solana solidity spark
  splunk spotify spring sqlserver storybook strapi streamlit supabase superset svelte swift symfony tableau tensorflow
  terraform thrift tomcat travis trello tsql turborepo twilio twitter typesense ubuntu unity unreal vagrant vault vercel
  virtualbox vscode wandb watsonx weaviate webflow windsurf wordpress xcode yarn youtube zapier zed zendesk zookeeper
  zoom`
    .trim()
    .split(/\s+/),
)

/** Names of what nearly every report mentions: they contradict no page. */
export const everydayNames: ReadonlySet<string> = new Set(
  'bash browser chrome claude cli docker git github google js linux llm node npm openai python sdk shell typescript windows'.split(
    ' ',
  ),
)

/** Words of products' names that are no names themselves, such as those of `OpenAI API`. */
export const commonInNames: ReadonlySet<string> = new Set(
  `adapters admin agent agentchat agents ai api application applications apps auth books browsers chat checkpoint classic
  client cloud compose connections converse daemon datasets desktop devtools dynamic embeddings engine express ext extension
  fabric face fetch flow forge foundry framework gateway gateways home hub ide image inspector j kernel learn limit login
  mem memory mini modules n native neo nest oh parser partial plugin pr prebuilt prompts providers proxies rate react remote
  rest router sandbox science sd search semantic server servers sheets skills socket splitters stores stream streamable
  studio subtitle swap switch tokenizer toolkit tools torch vector visual vs websockets workflows`
    .trim()
    .split(/\s+/),
)
