import { commandPatterns, commandRule, type Finding } from './commands.ts'
import type { Call } from './shell-calls.ts'

const effect = 'switch that lets an agent act without asking'

/** Settings and switches that no other kind of program has. */
const settings = commandPatterns([
  [
    /--dangerously-(?:skip-permissions|bypass-approvals(?:-and-sandbox)?|auto-approve|disable-sandbox|allow-all(?:-tools|-commands)?(?![\w-]))|\bdangerouslySkipPermissions\b/,
    effect,
  ],
  [
    /\bpermission[-_]?mode['"]?[\s:=]{1,4}['"]?(?:bypassPermissions|yolo|dontAsk)\b|['"]?defaultMode['"]?\s{0,2}[:=]\s{0,2}['"]bypassPermissions|\bbypassPermissions\b['"]?\s{0,2}[:=]\s{0,2}true/i,
    effect,
  ],
  [
    /--(?:approval-mode|approval-policy|ask-for-approval)[ =]{1,2}['"]?(?:yolo|never|full-auto|none)\b|\bapproval[-_]policy['"]?\s{0,2}[:=]\s{0,2}['"]?never\b|\bapprovalMode['"]?\s{0,2}[:=]\s{0,2}['"]?(?:yolo|full-auto|never)\b/i,
    effect,
  ],
  [
    /['"]?(?:chat\.tools\.(?:global\.)?autoApprove|auto[-_]?[Aa]pprove(?:All|Mcp|Tools|_all|Enabled)?|alwaysAllow|always_allow|autoRun(?:Mode)?|yoloMode|trustAllTools|skipApprovals?)['"]?\s{0,2}[:=]\s{0,2}(?:true|True|\[\s{0,2}['"]\*['"]\s{0,2}\]|['"](?:all|\*|always|true)['"])/,
    effect,
  ],
  [
    /--(?:allow-all-tools|trust-all-tools|yes-always|auto-approve-all|always-approve|skip-permissions|no-confirm-tools|auto-confirm-tools)\b/,
    effect,
  ],
  [
    /\bGOOSE_MODE['"]?\s{0,2}[:=]\s{0,2}['"]?auto\b|\bCLAUDE_CODE_SKIP_PERMISSIONS\s{0,2}=\s{0,2}(?:1|true)|\bCODEX_(?:APPROVAL|SANDBOX)\w*\s{0,2}=\s{0,2}(?:never|danger\S*)/i,
    effect,
  ],
  [
    /\bdangerously_?(?:allow|disable|skip)_?(?:all|permissions?|approvals?|confirm\w*)['"]?\s{0,2}[:=]\s{0,2}(?:true|1)/i,
    effect,
  ],
  [
    /['"]?(?:exec|tools)\.exec\.(?:ask|security)['"]?\s{0,2}[:= ]\s{0,2}['"]?(?:off|full)\b|"ask"\s{0,2}:\s{0,2}"off"/,
    effect,
  ],
  [/"allow"\s{0,2}:\s{0,2}\[\s{0,8}"(?:\*|Bash|Bash\(\*\)|Bash\(\*:\*\))"/, effect],
])

/** A sandbox may be in the way where the machine itself is one. */
const sandboxes = commandPatterns(
  [
    [
      /\bsandbox(?:[-_]mode|)['"]?\s{0,2}[:= ]\s{0,2}['"]?danger-full-access\b/i,
      'switch that takes an agent out of its sandbox',
    ],
  ],
  true,
)

const agents =
  /^(?:claude|claude-code|codex|gemini|copilot|cursor-agent|cursor|opencode|goose|aider|amp|droid|q|kiro|kiro-cli|qwen|crush|cline|openclaw|auggie|grok|kimi|openhands|interpreter)$/
const switches =
  /^(?:--yolo|--full-auto|--yes-always|--yes-to-all|--auto|-y|--skip-permissions|--allow-all|--allow-all-paths|--auto-run|--force|-f|--skip-permissions-unsafe|--always-approve|--auto_run)$/

function* agentSwitches({ name, args, text }: Call): Iterable<Omit<Finding, 'offset'>> {
  const started =
    name === 'npx' || name === 'bunx' || name === 'uvx'
      ? (args
          .find((arg) => !arg.startsWith('-'))
          ?.split(/[/@]/)
          .filter(Boolean)
          .at(-1) ?? '')
      : name
  if (!agents.test(started) && !/(?:claude-code|codex|gemini-cli)/.test(args.slice(0, 3).join(' '))) return
  if (started === 'gemini' && /^(?:mcp|extensions)$/.test(args[0] ?? '')) return
  const rest = args.filter((arg) => switches.test(arg))
  const strong = rest.some((arg) =>
    /yolo|full-auto|always|skip|allow-all|auto-run|auto_run|yes-to-all/.test(arg),
  )
  const forced = rest.some((arg) => /^(?:-f|--force)$/.test(arg)) && /^cursor/.test(started)
  const yes = rest.includes('-y') && /^(?:gemini|interpreter|qwen)$/.test(started)
  if (strong || forced || yes) yield { found: text, effect }
  if (args.some((arg, index) => /^(?:-a|--ask-for-approval)$/.test(args[index - 1] ?? '') && arg === 'never'))
    yield { found: text, effect }
}

export const commandApproval = commandRule({
  code: 'command/approval',
  why: 'The reader is an agent. A page that makes it switch off its own approvals takes away what stands between the next page and the machine.',
  hint: 'Allow the one tool or command that is needed (permissions.allow, allowedTools), or leave the choice to the user.',
  nameable: true,
  good: [
    {
      fix: 'Allow it.\n\n```json\n{ "permissions": { "allow": ["Bash(npm run test:*)"] }, "autoApprove": [] }\n```',
    },
    { fix: 'Apply it.\n\n```bash\nterraform apply -auto-approve\nclaude --allowedTools "Read"\n```' },
  ],
  bad: [
    { fix: 'Start it.\n\n```bash\nclaude --dangerously-skip-permissions\n```' },
    { fix: 'Start it.\n\n```bash\ncodex --yolo\n```' },
    { fix: 'Set it.\n\n```json\n{ "permissions": { "defaultMode": "bypassPermissions" } }\n```' },
    { fix: 'Set it.\n\n```toml\napproval_policy = "never"\n```' },
    { fix: 'Set it.\n\n```json\n{ "mcpServers": { "x": { "autoApprove": ["*"] } } }\n```' },
    { fix: 'Start it with `gemini --approval-mode yolo`.' },
  ],
  inCall: agentSwitches,
  patterns: [...settings, ...sandboxes],
})
