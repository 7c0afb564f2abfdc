import { commandPatterns, commandRule, type Finding } from './commands.ts'
import type { Call } from './shell-calls.ts'

const everyone = /^(?:0?[0-7]?[0-7]{2}[2367]|(?:[ug]*[oa][ugoa]*)?[+=][rxXst]*w[rwxXst]*)$/
const permissive = /(?:^|,)[ug]*[oa][ugoa]*[+=][rxXst]*w/

function* permissions({ name, args, text }: Call): Iterable<Omit<Finding, 'offset'>> {
  if (name === 'chmod') {
    const mode =
      args.find((arg) => !/^-(?:[abdeg-uw-zA-GI-KM-OQS-Z]*[RvfcLHP][a-zA-Z]*|-\S+)$/.test(arg)) ?? ''
    // A sticky folder is how /tmp itself is made.
    if (/^0?1[0-7]{3}$|^\+t|,\+t$/.test(mode)) return
    if (mode === '+w' || !(everyone.test(mode) || permissive.test(mode))) return
    yield { found: text, effect: 'right of everybody to write' }
  }
  if (
    name === 'icacls' &&
    args.some((arg) => /(?:everyone|\*S-1-1-0):\(?(?:OI\)|CI\)|\()*\(?[FMW]/i.test(arg))
  ) {
    yield { found: text, effect: 'right of everybody to write' }
  }
  if (name === 'setfacl' && args.some((arg) => /(?:^|,)o(?:ther)?:+[rx-]*w/.test(arg)))
    yield { found: text, effect: 'right of everybody to write' }
  if (name === 'umask' && /^0?0?00$/.test(args[0] ?? ''))
    yield { found: text, effect: 'right of everybody to write' }
}

const inCode = commandPatterns([
  [
    /\b(?:os\.chmod|fs(?:\.promises|Promises)?\.(?:l|f)?chmod(?:Sync)?|chmodSync|chmod|os\.Chmod)\([^,)]{1,120},\s*(?:0o?|["']0?)?777\b/,
    'right of everybody to write',
  ],
  [/\bmode:\s*["']?0?777\b/, 'right of everybody to write'],
])

export const commandPermission = commandRule({
  code: 'command/permission',
  why: 'A file that everybody may write is a file that any program of the machine may replace; it hides the wrong owner instead of mending it.',
  hint: 'Give the one user that needs it the file (chown) or the right (chmod u+rw, 750, a group).',
  nameable: true,
  good: [
    {
      fix: 'Make it runnable.\n\n```bash\nchmod +x run.sh\nchmod 600 ~/.ssh/id_ed25519\nchmod 1777 /tmp\nchmod -R u+rwX,go-w data\n```',
    },
  ],
  bad: [
    { fix: 'Fix it.\n\n```bash\nchmod -R 777 /usr/local/lib/node_modules\n```' },
    { fix: 'Fix it.\n\n```bash\nsudo chmod a+rwx data\n```' },
    { fix: 'Fix it.\n\n```bash\nsudo chmod 666 /var/run/docker.sock\n```' },
    { fix: 'Fix it with `chmod 0777 data`.' },
    { fix: 'Fix it.\n\n```python\nos.chmod("data", 0o777)\n```' },
  ],
  inCall: permissions,
  patterns: inCode,
})
