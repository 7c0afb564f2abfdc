import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { taskText } from './arms.ts'
import type { Task } from './tasks.ts'

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/**
 * A task as Harbor and Terminal-Bench 2 read it: instruction, environment, reference solution, and tests that are copied
 * into the container only after the agent has ended.
 */
export function writeHarborTask(task: Task, dir: string): void {
  const write = (name: string, text: string) => {
    const file = join(dir, task.id.replace('/', '-'), name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    if (name.endsWith('.sh')) chmodSync(file, 0o755)
  }
  write(
    'instruction.md',
    taskText(undefined, 'nothing')
      .replaceAll('./try', 'bash work/run.sh')
      .replaceAll('`work/', '`/app/work/'),
  )
  write(
    'task.toml',
    `version = "1.0"

[metadata]
author_name = "Fixdex"
difficulty = "medium"
category = "debugging"
tags = [${[task.stratum, 'fixdex'].map((tag) => JSON.stringify(tag)).join(', ')}]
page = ${JSON.stringify(task.id)}

[verifier]
timeout_sec = 120.0

[agent]
timeout_sec = 900.0

[environment]
build_timeout_sec = 600.0
cpus = 1
memory_mb = 2048
storage_mb = 4096
`,
  )
  const install =
    task.packages.length > 0 ? `RUN npm install --ignore-scripts ${task.packages.map(quote).join(' ')}\n` : ''
  write(
    'environment/Dockerfile',
    `FROM node:20-bookworm
RUN apt-get update && apt-get install -y --no-install-recommends python3 git sqlite3 jq curl && rm -rf /var/lib/apt/lists/*
WORKDIR /app
${install}COPY work /app/work
`,
  )
  const files = { ...task.files, 'run.sh': `${task.command}\n` }
  for (const [name, text] of Object.entries(files)) write(`environment/work/${name}`, text)
  const copy = Object.entries(task.solution).map(
    ([name, text]) => `mkdir -p "$(dirname ${quote(name)})"\nprintf %s ${quote(text)} > ${quote(name)}`,
  )
  write('solution/solve.sh', `#!/bin/bash\nset -e\ncd /app/work\n${copy.join('\n')}\n`)
  write(
    'tests/verifier.json',
    JSON.stringify({
      files: task.files,
      command: task.command,
      errors: task.errors,
      goal: task.goal,
      keep: task.keep,
    }),
  )
  write('tests/check.py', check)
  write(
    'tests/test.sh',
    '#!/bin/bash\nmkdir -p /logs/verifier\nif python3 /tests/check.py; then echo 1; else echo 0; fi > /logs/verifier/reward.txt\n',
  )
}

/** The hidden verifier without this project: the same conditions, with messages compared by their fixed parts. */
const check = `import collections, json, os, shutil, subprocess, sys, tempfile

v = json.load(open("/tests/verifier.json"))
work = tempfile.mkdtemp()
shutil.copytree("/app/work", work, symlinks=True, dirs_exist_ok=True)
if os.path.isdir("/app/node_modules"):
    os.symlink("/app/node_modules", os.path.join(work, "node_modules"))
try:
    ran = subprocess.run(["bash", "-c", v["command"]], cwd=work, capture_output=True, text=True, timeout=60)
except subprocess.TimeoutExpired:
    sys.exit("still running after 60 s")
output = ran.stdout + ran.stderr
flat = " ".join(output.split())
if ran.returncode != 0:
    sys.exit(f"exit code {ran.returncode}")
for message in v["errors"]:
    parts = [" ".join(part.split()) for part in message.split("\\u2026")]
    if all(part in flat for part in parts):
        sys.exit("the error is still there")
printed = {line.strip() for line in output.split("\\n")}
if not set(v["goal"]) <= printed:
    sys.exit("the output of a working program is missing")

def lines(text):
    return [line.strip() for line in text.split("\\n") if line.strip()]

left = collections.Counter()
for folder, dirs, names in os.walk("/app/work"):
    dirs[:] = [d for d in dirs if d not in ("node_modules", "__pycache__", ".git")]
    for name in names:
        if name == "run.sh" or os.path.islink(os.path.join(folder, name)):
            continue
        with open(os.path.join(folder, name), errors="replace") as file:
            left.update(lines(file.read()))
before = collections.Counter(line for text in v["files"].values() for line in lines(text))
kept = sum((before & left).values()) / max(1, sum(before.values()))
if kept < v["keep"]:
    sys.exit("most of the program is gone")
`
