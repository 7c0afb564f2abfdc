/** An installer that its vendor tells people to pipe into a shell or interpreter, or to save and run. */
export interface Installer {
  /** The whole host, never a part of one. */
  readonly host: string
  /** The whole path. */
  readonly path: RegExp
  /** Where the vendor says so. */
  readonly source: string
}

/**
 * The reviewed list: nothing else may be piped into a shell. An entry needs a page of the vendor as its source, and
 * its path is as narrow as the vendor’s own line.
 */
export const installers: readonly Installer[] = [
  {
    host: 'deb.nodesource.com',
    path: /^\/setup_(?:\d{2}|lts|current)\.x$/,
    source: 'https://github.com/nodesource/distributions/blob/master/DEV_README.md',
  },
  {
    host: 'rpm.nodesource.com',
    path: /^\/setup_(?:\d{2}|lts|current)\.x$/,
    source: 'https://github.com/nodesource/distributions/blob/master/DEV_README.md',
  },
  {
    host: 'raw.githubusercontent.com',
    path: /^\/nvm-sh\/nvm\/v\d+\.\d+\.\d+\/install\.sh$/,
    source: 'https://github.com/nvm-sh/nvm#install--update-script',
  },
  {
    host: 'raw.githubusercontent.com',
    path: /^\/Homebrew\/install\/HEAD\/(?:un)?install\.sh$/,
    source: 'https://github.com/Homebrew/install#readme',
  },
  {
    host: 'raw.githubusercontent.com',
    path: /^\/helm\/helm\/main\/scripts\/get-helm-4$/,
    source: 'https://helm.sh/docs/intro/install/',
  },
  {
    host: 'raw.githubusercontent.com',
    path: /^\/helm\/helm\/main\/scripts\/get-helm-3$/,
    source: 'https://github.com/helm/helm-www/blob/main/versioned_docs/version-3/intro/install.md',
  },
  {
    host: 'raw.githubusercontent.com',
    path: /^\/ohmyzsh\/ohmyzsh\/master\/tools\/install\.sh$/,
    source: 'https://github.com/ohmyzsh/ohmyzsh#basic-installation',
  },
  {
    host: 'raw.githubusercontent.com',
    path: /^\/k3d-io\/k3d\/main\/install\.sh$/,
    source: 'https://github.com/k3d-io/k3d/blob/main/README.md',
  },
  { host: 'get.docker.com', path: /^\/?$/, source: 'https://github.com/docker/docker-install#usage' },
  {
    host: 'sh.rustup.rs',
    path: /^\/?$/,
    source: 'https://rust-lang.github.io/rustup/installation/other.html',
  },
  {
    host: 'astral.sh',
    path: /^\/uv(?:\/\d+\.\d+\.\d+)?\/install\.(?:sh|ps1)$/,
    source: 'https://docs.astral.sh/uv/getting-started/installation/',
  },
  {
    host: 'astral.sh',
    path: /^\/ruff(?:\/\d+\.\d+\.\d+)?\/install\.(?:sh|ps1)$/,
    source: 'https://docs.astral.sh/ruff/installation/',
  },
  {
    host: 'install.python-poetry.org',
    path: /^\/?$/,
    source: 'https://python-poetry.org/docs/#installation',
  },
  { host: 'pyenv.run', path: /^\/?$/, source: 'https://github.com/pyenv/pyenv#a-getting-pyenv' },
  { host: 'bootstrap.pypa.io', path: /^\/get-pip\.py$/, source: 'https://github.com/pypa/get-pip#usage' },
  {
    host: 'ollama.com',
    path: /^\/install\.(?:sh|ps1)$/,
    source: 'https://github.com/ollama/ollama#download',
  },
  {
    host: 'bun.sh',
    path: /^\/install(?:\.ps1)?$/,
    source: 'https://github.com/oven-sh/bun/releases/tag/bun-v1.1.26',
  },
  { host: 'bun.com', path: /^\/install(?:\.ps1)?$/, source: 'https://bun.com/docs/installation' },
  {
    host: 'deno.land',
    path: /^\/install\.(?:sh|ps1)$/,
    source: 'https://docs.deno.com/runtime/getting_started/installation/',
  },
  { host: 'get.pnpm.io', path: /^\/install\.(?:sh|ps1)$/, source: 'https://pnpm.io/installation' },
  { host: 'fnm.vercel.app', path: /^\/install$/, source: 'https://github.com/Schniz/fnm#installation' },
  { host: 'get.volta.sh', path: /^\/?$/, source: 'https://docs.volta.sh/guide/getting-started' },
  { host: 'mise.run', path: /^\/?$/, source: 'https://mise.jdx.dev/getting-started.html' },
  { host: 'get.sdkman.io', path: /^\/?$/, source: 'https://sdkman.io/install/' },
  { host: 'get.k3s.io', path: /^\/?$/, source: 'https://docs.k3s.io/quick-start' },
  {
    host: 'tailscale.com',
    path: /^\/install\.sh$/,
    source: 'https://github.com/tailscale/tailscale/blob/main/scripts/installer.sh',
  },
  {
    host: 'claude.ai',
    path: /^\/install\.(?:sh|ps1)$/,
    source: 'https://github.com/anthropics/claude-code#get-started',
  },
  {
    host: 'chatgpt.com',
    path: /^\/codex\/install\.(?:sh|ps1)$/,
    source: 'https://www.npmjs.com/package/@openai/codex',
  },
  {
    host: 'antigravity.google',
    path: /^\/cli\/install\.(?:sh|ps1)$/,
    source:
      'https://github.com/google-gemini/gemini-cli/blob/main/packages/cli/src/ui/utils/antigravityUtils.ts',
  },
  { host: 'dotenvx.sh', path: /^\/?$/, source: 'https://github.com/dotenvx/dotenvx#readme' },
  { host: 'www.npmjs.com', path: /^\/install\.sh$/, source: 'https://github.com/npm/cli#direct-download' },
  { host: 'opencode.ai', path: /^\/install$/, source: 'https://opencode.ai/docs/zh-cn' },
  {
    host: 'openclaw.ai',
    path: /^\/install(?:(?:-cli)?\.sh|\.ps1)$/,
    source: 'https://docs.openclaw.ai/install/installer',
  },
  { host: 'cursor.com', path: /^\/install$/, source: 'https://cursor.com/docs/cli/installation.md' },
  { host: 'fly.io', path: /^\/install\.(?:sh|ps1)$/, source: 'https://github.com/superfly/flyctl#readme' },
  { host: 'get.pulumi.com', path: /^\/?$/, source: 'https://github.com/pulumi/pulumi#readme' },
  {
    host: 'sdk.cloud.google.com',
    path: /^\/?$/,
    source: 'https://docs.cloud.google.com/sdk/docs/downloads-interactive',
  },
  {
    host: 'aka.ms',
    path: /^\/InstallAzureCLIDeb$/,
    source:
      'https://github.com/MicrosoftDocs/azure-docs-cli/blob/main/docs-ref-conceptual/LTS-version/includes/cli-install-linux-apt.md',
  },
  {
    host: 'dot.net',
    path: /^\/v1\/dotnet-install\.(?:sh|ps1)$/,
    source: 'https://learn.microsoft.com/dotnet/core/tools/dotnet-install-script',
  },
  { host: 'nixos.org', path: /^\/nix\/install$/, source: 'https://nixos.org/download/' },
  {
    host: 'install.determinate.systems',
    path: /^\/nix$/,
    source: 'https://github.com/DeterminateSystems/nix-installer#readme',
  },
  { host: 'starship.rs', path: /^\/install\.sh$/, source: 'https://github.com/starship/starship#readme' },
  {
    host: 'just.systems',
    path: /^\/install\.sh$/,
    source: 'https://github.com/casey/just#pre-built-binaries',
  },
  {
    host: 'community.chocolatey.org',
    path: /^\/install\.ps1$/,
    source: 'https://docs.chocolatey.org/en-us/choco/setup/',
  },
  { host: 'get.scoop.sh', path: /^\/?$/, source: 'https://github.com/ScoopInstaller/Scoop#installation' },
  { host: 'taskfile.dev', path: /^\/install\.sh$/, source: 'https://taskfile.dev/docs/installation' },
  {
    host: 'dl.dagger.io',
    path: /^\/dagger\/install\.sh$/,
    source: 'https://docs.dagger.io/getting-started/installation',
  },
]

/** Where packages come from besides the two public registries, each run by its vendor. */
export const packageIndexes: readonly { readonly host: string; readonly source: string }[] = [
  { host: 'pypi.org', source: 'https://pypi.org/help/' },
  { host: 'test.pypi.org', source: 'https://packaging.python.org/en/latest/guides/using-testpypi/' },
  { host: 'files.pythonhosted.org', source: 'https://pypi.org/help/' },
  { host: 'registry.npmjs.org', source: 'https://docs.npmjs.com/cli/using-npm/registry' },
  { host: 'registry.yarnpkg.com', source: 'https://classic.yarnpkg.com/lang/en/docs/cli/config/' },
  { host: 'registry.npmmirror.com', source: 'https://npmmirror.com/' },
  { host: 'npm.jsr.io', source: 'https://jsr.io/docs/npm-compatibility' },
  {
    host: 'npm.pkg.github.com',
    source:
      'https://docs.github.com/packages/working-with-a-github-packages-registry/working-with-the-npm-registry',
  },
  { host: 'rubygems.org', source: 'https://guides.rubygems.org/' },
  { host: 'download.pytorch.org', source: 'https://pytorch.org/get-started/locally/' },
  { host: 'pypi.nvidia.com', source: 'https://docs.rapids.ai/install/' },
  {
    host: 'data.pyg.org',
    source: 'https://pytorch-geometric.readthedocs.io/en/latest/install/installation.html',
  },
  { host: 'wheels.vllm.ai', source: 'https://docs.vllm.ai/en/latest/getting_started/installation/' },
  { host: 'flashinfer.ai', source: 'https://docs.flashinfer.ai/installation.html' },
  { host: 'abetlen.github.io', source: 'https://github.com/abetlen/llama-cpp-python' },
  { host: 'pypi.tuna.tsinghua.edu.cn', source: 'https://mirrors.tuna.tsinghua.edu.cn/help/pypi/' },
  { host: 'mirrors.aliyun.com', source: 'https://developer.aliyun.com/mirror/pypi' },
  { host: 'proxy.golang.org', source: 'https://proxy.golang.org/' },
  { host: 'github.com', source: 'https://pip.pypa.io/en/stable/topics/vcs-support/' },
  { host: 'codeload.github.com', source: 'https://docs.npmjs.com/cli/commands/npm-install' },
  { host: 'gitlab.com', source: 'https://pip.pypa.io/en/stable/topics/vcs-support/' },
  { host: 'huggingface.co', source: 'https://huggingface.co/docs/hub/' },
  { host: 'jsr.io', source: 'https://jsr.io/docs/using-packages' },
  { host: 'deno.land', source: 'https://docs.deno.com/runtime/' },
  { host: 'esm.sh', source: 'https://esm.sh/' },
]
