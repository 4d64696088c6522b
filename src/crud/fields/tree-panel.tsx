import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { SelectOption } from '#src/lib/select-option.ts'
import { Button } from '#src/ui/button.tsx'
import { Input } from '#src/ui/input.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { treeKeys } from './tree-choice-keys.ts'
import { TreeLevel } from './tree-level.tsx'

export type TreePanelProps = {
  label: string
  choices: ChoiceSource
  chosen: readonly number[]
  multiple?: boolean
  exclude?: ReadonlySet<number>
  /** Receives loaded options, so that the caller knows their names. */
  onSee(options: readonly SelectOption[]): void
  onPick(id: number): void
  onClear?: (() => void) | undefined
}

/** A tree of choices. The user opens it level by level. A search shows its results without levels. */
export function TreePanel({ label, choices, onClear, ...rest }: TreePanelProps) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const tree = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  // The popup opens before this panel has loaded, so it has nothing to focus.
  useEffect(() => search.current?.focus(), [])
  const toggle = (id: number, wanted: boolean) =>
    setOpen((old) => {
      const next = new Set(old)
      if (wanted) next.add(id)
      else next.delete(id)
      return next
    })
  return (
    <>
      <Input
        ref={search}
        aria-label={m.crud_search()}
        icon={<Search aria-hidden size={14} />}
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          tree.current?.querySelector<HTMLElement>('[role=treeitem]')?.focus()
        }}
      />
      <div
        ref={tree}
        role="tree"
        aria-label={label}
        aria-multiselectable={rest.multiple || undefined}
        onKeyDown={(event) => treeKeys(event, tree.current, toggle)}
        className="min-h-24 flex-1 overflow-y-auto"
      >
        <TreeLevel
          key={text === '' ? 'tree' : 'search'}
          {...rest}
          choices={choices}
          text={text}
          parent=""
          depth={1}
          open={open}
          onToggle={toggle}
        />
      </div>
      {onClear && (
        <Button size="sm" variant="ghost" className="self-start" onClick={onClear}>
          {m.ui_clear()}
        </Button>
      )}
    </>
  )
}
