import { controllers } from '#src/features/resources/runtime-write.server.ts'
import { adminMenu, memberMenu, type SeedRule } from '#src/features/rules/menu.seed.ts'
import { allNodes, registry } from '#src/resource/registry.ts'
import { settingGroups } from '#src/server/settings/setting.ts'
import { parts } from '../parts.server.ts'

/** Words that addresses, tables or settings of the product begin with, or that would be mistaken for it. */
const WORDS =
  'account admin api app auth base common config constructor core database file files gone iframe index install loading locale login logout member members menu module modules new nav null part parts product prototype public res resource role rule session setting settings site storage store super sys system undefined user users valueof view tostring yardstick'

function namesIn(rules: readonly SeedRule[]): string[] {
  return rules.flatMap(({ name, path = '', children = [] }) => [name, path, ...namesIn(children)])
}

/** Names that no module can have: the product begins names of its own with them. */
export const reservedUids: ReadonlySet<string> = new Set(
  [
    ...WORDS.split(' '),
    ...controllers,
    ...settingGroups,
    ...parts.map(({ uid }) => uid),
    ...[...allNodes(), ...namesIn([...adminMenu, ...memberMenu])].map((node) => node.split('/')[0] ?? ''),
    ...Object.keys(registry).map((key) => key.split('-')[0] ?? ''),
  ].map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')),
)
