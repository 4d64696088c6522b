import { m } from '#src/i18n/paraglide/messages.js'
import { lazyPart } from '#src/ui/lazy.tsx'
import { type ModulePanelData, modulePanelQuery, type PanelEntry } from './dashboard.queries.ts'
import { type Panel, PanelWaiting, queryPanel } from './panel.tsx'

const Content = lazyPart(
  async () => (await import('./module-panel-content.tsx')).ModulePanelContent,
  <PanelWaiting lines={2} />,
)

const made = new Map<string, Panel>()

/** The panel of a module. A later answer that says the same gives the same panel, so that it stays as it is. */
export function modulePanel(entry: PanelEntry): Panel {
  const said = JSON.stringify(entry)
  const known = made.get(said)
  if (known) return known
  const { uid, key, title, lines } = entry
  const panel = queryPanel({
    key: `${uid}-${key}`,
    title: () => title,
    lines,
    query: modulePanelQuery(entry),
    empty: (data) => (isEmpty(data) ? m.part_panelEmpty() : undefined),
    Content,
  })
  made.set(said, panel)
  return panel
}

function isEmpty(data: ModulePanelData): boolean {
  if (data.kind === 'list') return data.rows.length === 0
  return data.kind === 'groups' && data.groups.every(({ count }) => count === 0)
}
