import { snippetsOf } from './commands.ts'
import type { Rule } from './rule.ts'
import type { Call } from './shell-calls.ts'

/** Folders and files that the next install or build makes again. */
const remade =
  /^(?:\.?\/)?(?:[\w.@-]+\/){0,3}(?:node_modules|package-lock\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.venv|venv|\.next|\.nuxt|\.turbo|\.parcel-cache|\.cache|\.tox|\.gradle|target|coverage|\*\.pyc|\*\.egg-info|[\w.-]*\.(?:tmp|pid|log))\/?\*?$|^\/var\/lib\/apt\/lists\/\*$|^\$\(mktemp|^\/tmp\/[\w.-]+/

/** What a call destroys that its reader may miss, if anything. */
function loss({ name, args, text }: Call): string | undefined {
  const has = (pattern: RegExp) => args.some((arg) => pattern.test(arg))
  const plain = args.filter((arg) => !arg.startsWith('-'))
  switch (name) {
    case 'rm':
    case 'remove-item':
      return has(/^-[a-zA-Z]*[rR]|^--recursive$/) &&
        plain.length > 0 &&
        !plain.every((arg) => remade.test(arg))
        ? 'deletes a folder'
        : undefined
    case 'docker':
    case 'podman':
      if (/\b(?:system|volume|builder|buildx) prune\b/.test(text))
        return 'deletes data of stopped containers and builds'
      if (/\b(?:image|container|network) prune\b/.test(text))
        return has(/^-[a-z]*[af]/) ? 'deletes unused images or containers unasked' : undefined
      if (/\bvolume rm\b/.test(text)) return 'deletes a volume with its data'
      return /\bdown\b/.test(text) && has(/^(?:-v|--volumes|--rmi)$/)
        ? 'deletes volumes with their data'
        : undefined
    case 'git':
      if (/\breset\b/.test(text) && has(/^--hard$/)) return 'drops changes that are not committed'
      if (/\bclean\b/.test(text) && has(/^-[a-zA-Z]*f/)) return 'deletes files that git does not know'
      return /\b(?:filter-branch|filter-repo)\b/.test(text)
        ? 'rewrites the history of a repository'
        : undefined
    case 'kubectl':
    case 'oc':
      return args[0] === 'delete' &&
        (has(/^--all$/) ||
          /^(?:ns|namespaces?|pvc?|persistentvolumes?(?:claims?)?|crds?)$/.test(plain[1] ?? ''))
        ? 'deletes objects of a cluster'
        : undefined
    case 'terraform':
    case 'tofu':
    case 'pulumi':
      return has(/^destroy$/) ? 'removes what was deployed' : undefined
    case 'npm':
      return args[0] === 'unpublish' ? 'takes a package out of the registry' : undefined
    case 'helm':
      return args[0] === 'uninstall' || args[0] === 'delete' ? 'removes a release' : undefined
    case 'wsl':
      return has(/^--unregister$/) ? 'deletes a distribution with its files' : undefined
  }
  return undefined
}

export const commandCaution: Rule = {
  code: 'command/caution',
  why: 'A reader in a hurry runs what stands there. A block that deletes, prunes or rewrites says above it what is lost and how to undo it.',
  good: [
    {
      fix: 'Free the disk.\n\n```bash caution="Deletes stopped containers and unused images; they are pulled or built again."\ndocker system prune\n```',
    },
    {
      fix: 'Install again.\n\n```bash\nrm -rf node_modules package-lock.json\nnpm install\ndocker image prune\n```',
    },
  ],
  bad: [
    { fix: 'Free the disk.\n\n```bash\ndocker system prune -af\n```' },
    { fix: 'Build again.\n\n```bash\nrm -rf ./build\n```' },
    { fix: 'Start over.\n\n```bash\ngit reset --hard origin/main\n```' },
  ],
  check(_parsed, report, _labels, reading) {
    for (const { kind, caution, calls, placeAt } of snippetsOf(reading)) {
      if (kind !== 'block' || caution) continue
      for (const call of calls) {
        const what = loss(call)
        if (what === undefined) continue
        report(
          'command/caution',
          placeAt(call.start),
          `Unexpected command without a caution: \`${call.text}\` ${what}`,
          {
            severity: 'warning',
            hint: 'Write behind the language: caution="what is lost, and how to undo it".',
          },
        )
        break
      }
    }
  },
}
