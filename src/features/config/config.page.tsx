import { Tabs } from '@ark-ui/react/tabs'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { labelText } from '#src/resource/label.ts'
import { Banner } from '#src/ui/banner.tsx'
import { type ConfigItem, configQuery } from './config.queries.ts'
import { ConfigGroupForm } from './config-group-form.tsx'
import { ConfigTools } from './config-tools.tsx'
import { ItemDeletion } from './item-deletion.tsx'
import { ItemHistory } from './item-history.tsx'

type ConfigPageProps = {
  /** The name of the open group; undefined for the first one. */
  group: string | undefined
  onGroup(group: string | undefined): void
  /** What the rest of the product shows of the configuration is out of date. */
  onChanged(): Promise<unknown>
}

/** The configuration of the site: a tab for each group, each saved by itself. */
export function ConfigPage({ group, onGroup, onChanged }: ConfigPageProps): ReactNode {
  const client = useQueryClient()
  const can = useCan()
  const { data } = useSuspenseQuery(configQuery)
  const [history, setHistory] = useState<ConfigItem>()
  const [going, setGoing] = useState<ConfigItem>()
  const tabs = useRef<HTMLDivElement>(null)
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const mark = useCallback((name: string, is: boolean) => {
    setUnsaved((marked) => {
      if (marked.has(name) === is) return marked
      return new Set(is ? [...marked, name] : [...marked].filter((one) => one !== name))
    })
  }, [])
  const { groups } = data
  const active = groups.find((one) => one.name === group) ?? groups[0]
  const open = active?.name
  useEffect(() => {
    if (open === undefined) return
    // In a narrow window the open tab may be outside of the strip.
    const tab = tabs.current?.querySelector('[aria-selected=true]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open])
  if (!active) return null
  const may = {
    edit: data.mayChange && can('routine/config/edit'),
    add: data.mayChange && can('routine/config/add'),
    del: data.mayChange && can('routine/config/del'),
  }
  const changed = () => Promise.all([client.invalidateQueries({ queryKey: ['config'] }), onChanged()])
  const choose = (name: string) => onGroup(name === groups[0]?.name ? undefined : name)
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto text-xl">{m.pagesTitle_config()}</h1>
        <ConfigTools
          groups={groups}
          resources={data.resources}
          active={active}
          may={may}
          onChanged={changed}
          onGroup={choose}
        />
      </div>
      {!may.edit && <Banner tone="info">{m.config_readOnly()}</Banner>}
      <Tabs.Root
        value={active.name}
        onValueChange={({ value }) => choose(value)}
        // Arrow keys that only pass a tab must not leave a form.
        activationMode="manual"
        // A tab that was open stays, so that no input is lost, also that of secrets, which no draft keeps.
        lazyMount
      >
        <Tabs.List
          ref={tabs}
          aria-label={m.config_searchTab()}
          className="no-scrollbar mb-3 flex h-10 overflow-x-auto border-b border-line"
        >
          {groups.map(({ name, title }) => (
            <Tabs.Trigger
              key={name}
              value={name}
              className="flex h-10 shrink-0 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-muted hover:text-ink data-selected:border-accent data-selected:text-accent-ink"
            >
              {labelText(title)}
              {unsaved.has(name) && (
                <>
                  <span aria-hidden className="ml-1.5 size-1.5 rounded-full bg-warning-ink" />
                  <span className="sr-only">{m.config_unsaved()}</span>
                </>
              )}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {groups.map((one) => (
          <Tabs.Content key={one.name} value={one.name} tabIndex={-1} className="outline-none">
            <ConfigGroupForm
              // Other items make another form. A built-in setting stays itself when it is stored for the first time.
              key={one.items.map(({ id, name, own }) => (own ? `${name}${id}` : name)).join()}
              group={one}
              version={data.version}
              may={may}
              onHistory={setHistory}
              onDelete={setGoing}
              onChanged={changed}
              onUnsaved={mark}
            />
          </Tabs.Content>
        ))}
      </Tabs.Root>
      {history && (
        <ItemHistory item={history} mayUndo={may.edit} onChanged={changed} onClose={() => setHistory(undefined)} />
      )}
      {going && <ItemDeletion item={going} onChanged={changed} onClose={() => setGoing(undefined)} />}
    </div>
  )
}
