import { m } from '#src/i18n/paraglide/messages.js'
import type { PackagesWanted } from './extend.ts'
import { type PackageManager, packageManagers } from './package-managers.ts'
import type { RunPlan } from './run-plan.ts'

/** What the steps of a command depend on. */
export type CommandContext = PackagesWanted & {
  /** The registry of the configuration; empty when there is none. */
  registry: string
}

/** A command of the terminal. The browser sends its key alone; nothing of a command line comes from there. */
export type Command = {
  key: string
  group: CommandGroup
  title(): string
  takes: 'nothing' | 'packages'
  /** Minutes after which it is ended. */
  minutes: number
  /** It works on the product's own database. All others have one of their own, and none of the product's secrets. */
  ownData?: true
  /** It cannot run while the configuration names no registry. */
  needsRegistry?: true
  plan(context: CommandContext): Pick<RunPlan, 'copy' | 'steps' | 'keep'>
}

/** The groups, in the order in which the terminal shows them. */
export const commandGroups = ['versions', 'packages', 'checks', 'build', 'data'] as const
export type CommandGroup = (typeof commandGroups)[number]

type Step = RunPlan['steps'][number]

const node = (...args: string[]): Step => ({ program: 'node', args })
const npm = (...args: string[]): Step => ({ program: 'npm', args })

/** npm fetches the others in these versions, so that every site runs the same ones. */
const pinned: Record<Exclude<PackageManager, 'npm'>, string> = {
  pnpm: 'pnpm@12.21.0',
  yarn: 'yarn@1.22.22',
  cnpm: 'cnpm@9.4.0',
  ni: '@antfu/ni@30.6.0',
}

/** A call of a package manager. */
function manager(name: PackageManager, ...args: string[]): Step {
  if (name === 'npm') return npm(...args)
  return npm('exec', '--yes', '--ignore-scripts', `--package=${pinned[name]}`, '--', name, ...args)
}

/** The words of each manager: for the packages of package.json, and for others. */
const words: Record<PackageManager, { all: string[]; some: string[] }> = {
  npm: { all: ['install'], some: ['install'] },
  pnpm: { all: ['install', '--no-frozen-lockfile'], some: ['add'] },
  yarn: { all: ['install', '--non-interactive'], some: ['add', '--non-interactive'] },
  cnpm: { all: ['install'], some: ['install', '--save'] },
  ni: { all: [], some: [] },
}

function install(name: PackageManager, { packages, scripts, registry }: CommandContext): Step {
  const { all, some } = words[name]
  // cnpm has a registry of its own, unless it is told.
  const told = name === 'cnpm' && registry !== '' ? [`--registry=${registry}`] : []
  const options = [...(scripts ? [] : ['--ignore-scripts']), ...told]
  return manager(name, ...(packages.length > 0 ? some : all), ...options, ...packages)
}

/** The product is installed from npm's lock file, so that one follows what another manager has written. */
const lock = npm('install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund')

function ofManager(name: PackageManager): Command[] {
  const common = { group: 'packages', takes: 'packages' } as const
  return [
    {
      key: `version.${name}`,
      group: 'versions',
      title: () => m.terminal_commandVersion({ name }),
      takes: 'nothing',
      minutes: 5,
      plan: () => ({ copy: 'nothing', steps: [manager(name, name === 'ni' ? '-v' : '--version')], keep: [] }),
    },
    {
      ...common,
      key: `check.${name}`,
      title: () => m.terminal_commandCheck({ name }),
      minutes: 30,
      plan: (context) => ({ copy: 'manifest', steps: [install(name, context)], keep: [] }),
    },
    {
      ...common,
      key: `install.${name}`,
      title: () => m.terminal_commandInstall({ name }),
      minutes: 30,
      plan: (context) => ({
        copy: 'manifest',
        steps: name === 'npm' ? [install(name, context)] : [install(name, context), lock],
        keep: ['packages'],
      }),
    },
  ]
}

const checks = { group: 'checks', takes: 'nothing' } as const
const data = { group: 'data', takes: 'nothing', ownData: true } as const
const nothing = { group: 'versions', takes: 'nothing', minutes: 5 } as const

const list: readonly Command[] = [
  {
    ...nothing,
    key: 'versions',
    title: () => m.terminal_commandVersions(),
    plan: () => ({
      copy: 'manifest',
      steps: [
        node('-p', "'Yardstick ' + require('./package.json').version + ', Node.js ' + process.version"),
        npm('--version'),
      ],
      keep: [],
    }),
  },
  ...packageManagers.flatMap(ofManager),
  {
    ...nothing,
    group: 'packages',
    key: 'registry',
    title: () => m.terminal_commandRegistry(),
    needsRegistry: true,
    plan: ({ registry }) => ({
      copy: 'manifest',
      steps: [
        npm('config', 'set', `registry=${registry}`, '--location=project'),
        npm('config', 'get', 'registry'),
        npm('ping'),
      ],
      keep: ['registry'],
    }),
  },
  {
    ...checks,
    key: 'typecheck',
    title: () => m.terminal_commandTypecheck(),
    minutes: 20,
    plan: () => ({ copy: 'installed', steps: [npm('run', 'typecheck')], keep: [] }),
  },
  {
    ...checks,
    key: 'lint',
    title: () => m.terminal_commandLint(),
    minutes: 20,
    plan: () => ({ copy: 'installed', steps: [npm('run', 'lint')], keep: [] }),
  },
  {
    ...checks,
    key: 'test',
    title: () => m.terminal_commandTest(),
    minutes: 240,
    plan: () => ({ copy: 'installed', steps: [npm('test')], keep: [] }),
  },
  {
    group: 'build',
    takes: 'nothing',
    key: 'build',
    title: () => m.terminal_commandBuild(),
    minutes: 40,
    plan: () => ({ copy: 'installed', steps: [node('scripts/bootstrap.mjs', 'build')], keep: ['build'] }),
  },
  {
    ...data,
    key: 'migrations',
    title: () => m.terminal_commandMigrations(),
    minutes: 10,
    plan: () => ({ copy: 'present', steps: [node('scripts/migrations.ts')], keep: [] }),
  },
  {
    ...data,
    key: 'backup',
    title: () => m.terminal_commandBackup(),
    minutes: 360,
    plan: () => ({ copy: 'present', steps: [node('scripts/backup.ts')], keep: [] }),
  },
  {
    ...data,
    key: 'verify-log',
    title: () => m.terminal_commandVerifyLog(),
    minutes: 120,
    plan: () => ({ copy: 'present', steps: [node('scripts/audit-verify.ts')], keep: [] }),
  },
]

/** All commands by their keys. */
export const commands: ReadonlyMap<string, Command> = new Map(list.map((command) => [command.key, command]))
