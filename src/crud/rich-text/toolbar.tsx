import type { Editor } from '@tiptap/core'
import { Fragment, type KeyboardEvent, type Ref, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { ariaKeys, isApple } from '#src/lib/shortcut.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { tableToolsOf } from './table-tools.ts'
import { type EditorPanel, isUsable, type Tool, toolsOf } from './tools.ts'

type ToolbarProps = {
  ref: Ref<HTMLDivElement>
  editor: Editor
  panel: EditorPanel | undefined
  onPanel(panel: EditorPanel | undefined): void
}

/** The tools of a text. One of them can be reached with Tab, and the arrow keys lead to the others. */
export function Toolbar({ ref, editor, panel, onPanel }: ToolbarProps) {
  const [at, setAt] = useState('undo')
  const apple = isApple(navigator.platform)
  const tableTools = tableToolsOf(editor)
  const groups = toolsOf(editor)
  const reached = [...groups.flat(), ...tableTools].some(({ key }) => key === at) ? at : 'undo'
  const press = (tool: Tool) => {
    if (tool.panel) return onPanel(panel === tool.panel ? undefined : tool.panel)
    if (isUsable(editor, tool)) tool.run?.(editor.chain().focus()).run()
  }
  const button = (tool: Tool) => (
    <IconButton
      key={tool.key}
      label={tool.label}
      size="sm"
      data-tool={tool.key}
      aria-keyshortcuts={tool.keys && ariaKeys(tool.keys, apple)}
      aria-pressed={tool.active}
      aria-expanded={tool.panel && panel === tool.panel}
      aria-disabled={!isUsable(editor, tool)}
      tabIndex={tool.key === reached ? 0 : -1}
      onFocus={() => setAt(tool.key)}
      // The selection in the text stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => press(tool)}
      className={cx((tool.active || (tool.panel && panel === tool.panel)) && 'bg-accent-soft text-accent-ink')}
    >
      <tool.Icon aria-hidden size={16} />
    </IconButton>
  )
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label={m.editor_toolbar()}
      onKeyDown={moveFocus}
      className="flex flex-wrap items-center gap-x-0.5 gap-y-0.5 border-b border-line bg-sunken p-1"
    >
      {groups.map((tools, group) => (
        <Fragment key={tools[0]?.key}>
          {group > 0 && <span aria-hidden className="mx-1 h-5 w-px bg-line max-sm:hidden" />}
          {tools.map(button)}
        </Fragment>
      ))}
      {tableTools.length > 0 && (
        <span className="flex w-full flex-wrap items-center gap-0.5">{tableTools.map(button)}</span>
      )}
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tool]')]
  const now = tools.findIndex((tool) => tool.matches(':focus'))
  const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined || now < 0) return
  event.preventDefault()
  tools.at(to % tools.length)?.focus()
}
