import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import { config } from '#src/db/config.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { env } from '#src/lib/env.ts'
import { readConfig } from '#src/server/config.server.ts'
import { commandGroups, commands } from './commands.server.ts'
import type { ManagerChoice } from './package-managers.ts'

/** What the terminal is set to. */
export type TerminalConfig = { manager: string; port: number }

/** Reads what the terminal is set to. */
export async function terminalConfig(db: Db): Promise<TerminalConfig> {
  const { terminalPackageManager, terminalPort } = await readConfig(db, ['terminalPackageManager', 'terminalPort'])
  return { manager: terminalPackageManager, port: terminalPort }
}

/** Stores what is given; the rest stays. */
export async function storeTerminalConfig(
  tx: Db,
  { manager, port }: { manager?: ManagerChoice | undefined; port?: number | undefined },
): Promise<void> {
  const values = [
    ...(manager === undefined ? [] : [{ name: 'terminalPackageManager', group: 'site', value: manager }]),
    ...(port === undefined ? [] : [{ name: 'terminalPort', group: 'site', value: port }]),
  ]
  if (values.length === 0) return
  await tx
    .insert(config)
    .values(values)
    .onConflictDoUpdate({
      target: config.name,
      set: { value: sql`excluded.value` },
      // What stays the same is no change.
      setWhere: sql`${config.value} is distinct from excluded.value`,
    })
}

/** Everything that the terminal shows beside its tasks. */
export async function shownTerminal(db: Db) {
  const { manager, port } = await terminalConfig(db)
  const { terminalRegistry } = await readConfig(db, ['terminalRegistry'])
  return {
    packageManager: manager,
    port,
    servedPort: env().PORT,
    startCommand: port === 3000 ? 'npm start' : `PORT=${port} npm start`,
    urls: [`http://localhost:${port}/admin`],
    registry: terminalRegistry,
    commands: commandGroups.flatMap((group) =>
      [...commands.values()]
        .filter((command) => command.group === group)
        .map(({ key, title, takes }) => ({ key, title: title(), group: groupTitles[group](), takes })),
    ),
  }
}

const groupTitles: Record<(typeof commandGroups)[number], () => string> = {
  versions: () => m.terminal_groupVersions(),
  packages: () => m.terminal_groupPackages(),
  checks: () => m.terminal_groupChecks(),
  build: () => m.terminal_groupBuild(),
  data: () => m.terminal_groupData(),
}
