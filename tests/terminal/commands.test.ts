import { expect, test } from 'vitest'
import { commands } from '#src/features/terminal/commands.server.ts'
import { readPackages, readWord } from '#src/features/terminal/extend.ts'
import { packageManagers } from '#src/features/terminal/package-managers.ts'
import { isPackageSpec, packagesIn } from '#src/features/terminal/package-spec.ts'
import { runEnvironment } from '#src/features/terminal/run-environment.server.ts'

test.each([
  'left-pad',
  'left-pad@1.3.0',
  'left-pad@^1.3',
  'left-pad@~1',
  'left-pad@latest',
  'left-pad@1.3.0-beta.2',
  '@ark-ui/react',
  '@ark-ui/react@5.39.2',
  'lodash.merge',
])('the name of a package: %s', (name) => {
  expect(isPackageSpec(name)).toBe(true)
})

test.each([
  '',
  '-g',
  '--ignore-scripts=false',
  'left-pad --global',
  'left-pad;id',
  'left-pad&&id',
  'left-pad|id',
  '$(id)',
  '`id`',
  'left-pad\nid',
  '../left-pad',
  './a',
  '/etc/passwd',
  '~/a',
  'file:../a',
  'link:../a',
  'git+https://example.org/a.git',
  'github:a/b',
  'a/b',
  'https://example.org/a.tgz',
  'left-pad@npm:other@1.0.0',
  'left-pad@file:../a',
  'left-pad@https://example.org/a.tgz',
  'left-pad@>=1 <2',
  'left-pad@1.3.0 --global',
  'left-pad@',
  '@scope',
  '@/a',
  '.hidden',
  '_a',
  'Left-Pad',
  'node_modules',
  '左',
  'a'.repeat(215),
])('no name of a package: %s', (name) => {
  expect(isPackageSpec(name)).toBe(false)
})

test('names as they are typed', () => {
  expect(packagesIn(' left-pad@1.3.0\nvalibot, @ark-ui/react，valibot ')).toEqual([
    'left-pad@1.3.0',
    'valibot',
    '@ark-ui/react',
  ])
})

test.each([
  ['{"packages":["a"],"scripts":true}', { packages: ['a'], scripts: true }],
  ['{"packages":["a@1"]}', { packages: ['a@1'], scripts: false }],
  ['', { packages: [], scripts: false }],
  ['{}', { packages: [], scripts: false }],
  ['left-pad', { problem: 'shape' }],
  ['{"packages":"a"}', { problem: 'shape' }],
  ['{"packages":["a"],"command":"id"}', { problem: 'shape' }],
  ['{"packages":["a"],"scripts":"yes"}', { problem: 'shape' }],
  [JSON.stringify({ packages: Array.from({ length: 21 }, (_, at) => `a${at}`) }), { problem: 'shape' }],
  ['{"packages":["a","-g"]}', { problem: 'package', name: '-g' }],
])('what a command that takes packages is told: %s', (extend, read) => {
  expect(readPackages(extend)).toEqual(read)
})

test('any other command takes a word alone', () => {
  expect([readWord(''), readWord('module-install:demo.a-1')]).toEqual([undefined, undefined])
  for (const extend of ['a b', '$(id)', '{"packages":[]}', 'a'.repeat(101)])
    expect(readWord(extend)).toEqual({ problem: 'shape' })
})

const context = { packages: ['left-pad@1.3.0'], scripts: false, registry: '' }

test.each(packageManagers)('%s installs without install scripts, unless that was confirmed', (name) => {
  for (const key of [`check.${name}`, `install.${name}`]) {
    const command = commands.get(key)
    const [first] = command?.plan(context).steps ?? []
    expect(first?.args.at(-1)).toBe('left-pad@1.3.0')
    expect(first?.args.slice(0, -1)).toContain('--ignore-scripts')
    const [confirmed] = command?.plan({ ...context, scripts: true }).steps ?? []
    // What fetches the manager itself never runs scripts.
    const own = confirmed?.args.slice((confirmed.args.indexOf('--') + 1) % confirmed.args.length)
    expect(own).not.toContain('--ignore-scripts')
  }
  expect(commands.get(`check.${name}`)?.plan(context).keep).toEqual([])
  expect(commands.get(`install.${name}`)?.plan(context).keep).toEqual(['packages'])
})

test('no step has a word of the browser in it but names of packages, and none runs in a shell', () => {
  for (const command of commands.values()) {
    const without = command.plan({ ...context, packages: [] })
    const withPackages = command.plan(context)
    const words = (plan: typeof without) => plan.steps.flatMap(({ args }) => args)
    const more = words(withPackages).filter((word) => !words(without).includes(word))
    for (const word of more) expect(['left-pad@1.3.0', 'add', '--save', '--non-interactive']).toContain(word)
    for (const { program } of withPackages.steps) expect(['node', 'npm']).toContain(program)
  }
})

test('only what works on the product’s own data has its secrets', () => {
  const source = {
    PATH: '/bin',
    HOME: '/home/a',
    SESSION_SECRET: 'site-secret',
    DATABASE_URL: 'postgresql://a:b@c/d',
    ADMIN_PASSWORD: 'Quiet-river-12',
    SMTP_PASSWORD: 'x',
    AWS_SECRET_ACCESS_KEY: 'y',
    NODE_OPTIONS: '--require ./evil.js',
    npm_config_registry: 'https://registry.example/',
    npm_config__auth: 'z',
    DATA_DIR: 'data',
  }
  const own = runEnvironment(source, { uuid: 'u', ownData: false, root: '/product' })
  expect(own).toEqual({
    PATH: '/bin',
    HOME: '/home/a',
    npm_config_registry: 'https://registry.example/',
    CI: 'true',
    FORCE_COLOR: '1',
    YARDSTICK_TERMINAL_RUN: 'u',
  })
  expect(runEnvironment(source, { uuid: 'u', ownData: true, root: '/product' })).toEqual({
    ...own,
    SESSION_SECRET: 'site-secret',
    DATABASE_URL: 'postgresql://a:b@c/d',
    DATA_DIR: '/product/data',
    NODE_ENV: 'production',
  })
  const withSecrets = [...commands.values()].filter(({ ownData }) => ownData).map(({ key }) => key)
  expect(withSecrets).toEqual(['migrations', 'backup', 'verify-log'])
})
