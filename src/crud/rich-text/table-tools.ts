import type { Editor } from '@tiptap/core'
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Columns3,
  PanelLeft,
  PanelTop,
  Rows3,
  TableCellsMerge,
  Trash,
} from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Tool } from './tools.ts'

/** The tools of the table around the cursor; none outside of a table. */
export function tableToolsOf(editor: Editor): Tool[] {
  if (!editor.isActive('table')) return []
  return [
    { key: 'rowAbove', label: m.editor_rowAbove(), Icon: BetweenHorizontalEnd, run: (chain) => chain.addRowBefore() },
    { key: 'rowBelow', label: m.editor_rowBelow(), Icon: BetweenHorizontalStart, run: (chain) => chain.addRowAfter() },
    { key: 'rowGone', label: m.editor_rowDelete(), Icon: Rows3, run: (chain) => chain.deleteRow() },
    {
      key: 'columnBefore',
      label: m.editor_columnBefore(),
      Icon: BetweenVerticalEnd,
      run: (chain) => chain.addColumnBefore(),
    },
    {
      key: 'columnAfter',
      label: m.editor_columnAfter(),
      Icon: BetweenVerticalStart,
      run: (chain) => chain.addColumnAfter(),
    },
    { key: 'columnGone', label: m.editor_columnDelete(), Icon: Columns3, run: (chain) => chain.deleteColumn() },
    { key: 'headerRow', label: m.editor_headerRow(), Icon: PanelTop, run: (chain) => chain.toggleHeaderRow() },
    {
      key: 'headerColumn',
      label: m.editor_headerColumn(),
      Icon: PanelLeft,
      run: (chain) => chain.toggleHeaderColumn(),
    },
    { key: 'merge', label: m.editor_merge(), Icon: TableCellsMerge, run: (chain) => chain.mergeOrSplit() },
    { key: 'tableGone', label: m.editor_tableDelete(), Icon: Trash, run: (chain) => chain.deleteTable() },
  ]
}
