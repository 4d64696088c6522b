import { Tabs } from '@ark-ui/react/tabs'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { type IconSource, iconSources } from '#src/lib/icon.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { IconGrid } from './icon-grid.tsx'
import { IconsFailed, iconSetQuery, NoIcons } from './icon-set.ts'

type IconPanelProps = { value: string; initialSource: IconSource; onPick(name: string): void }

/** The four icon sources as tabs. Only the icons of the selected source are loaded. */
export function IconPanel({ value, initialSource, onPick }: IconPanelProps) {
  const [source, setSource] = useState(initialSource)
  const [switched, setSwitched] = useState(false)
  return (
    <Tabs.Root
      value={source}
      onValueChange={(details) => {
        setSource(iconSources.find((one) => one === details.value) ?? source)
        setSwitched(true)
      }}
      // Arrow keys that only pass a tab must not load its icon set.
      activationMode="manual"
    >
      <Tabs.List aria-label={m.icons_sources()} className="flex border-b border-line px-1">
        {iconSources.map((one) => (
          <Tabs.Trigger
            key={one}
            value={one}
            className="-mb-px h-9 border-b-2 border-transparent px-2 text-sm whitespace-nowrap sm:px-2.5 text-muted hover:text-ink data-selected:border-accent data-selected:text-accent-ink"
          >
            {titleOf(one)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {/* One panel, replaced with its tab: two would both be shown for a moment. */}
      <Tabs.Content key={source} value={source} tabIndex={-1} className="outline-none">
        {/* The filter gets the focus when the panel opens. After a change of the source, its tab keeps the focus. */}
        <SourceIcons source={source} value={value} onPick={onPick} withFocus={!switched} />
      </Tabs.Content>
    </Tabs.Root>
  )
}

type SourceIconsProps = { source: IconSource; value: string; onPick(name: string): void; withFocus: boolean }

function SourceIcons({ source, value, onPick, withFocus }: SourceIconsProps) {
  const { data, error, refetch } = useQuery(iconSetQuery(source))
  return (
    <IconGrid
      icons={data ?? []}
      value={value}
      withFocus={withFocus}
      onPick={({ name }) => onPick(name)}
      instead={!data && <Instead error={error} onRetry={() => void refetch()} />}
    />
  )
}

/** The message in place of the icons: they are loading, there are none, or loading failed. */
function Instead({ error, onRetry }: { error: Error | null; onRetry(): void }) {
  return (
    <div className="grid h-55 place-items-center content-center gap-3 px-6 text-center text-muted">
      <p role="status" className="flex items-center gap-2">
        {!error && <Spinner />}
        {error ? sentenceOf(error) : m.icons_loading()}
      </p>
      {error && !(error instanceof NoIcons) && (
        <Button size="sm" icon={<RotateCw aria-hidden size={13} />} onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      )}
    </div>
  )
}

function sentenceOf(error: Error): string {
  return error instanceof NoIcons || error instanceof IconsFailed ? error.message : m.icons_failed()
}

function titleOf(source: IconSource): string {
  if (source === 'local') return m.icons_local()
  if (source === 'fa') return 'Font Awesome'
  return source === 'iconfont' ? 'Iconfont' : 'Element Plus'
}
