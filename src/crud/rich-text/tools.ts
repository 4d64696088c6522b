import type { ChainedCommands, Editor } from '@tiptap/core'
import {
  Code,
  Eraser,
  Heading1,
  Heading2,
  Heading3,
  Image,
  Italic,
  LetterB,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  Sigma,
  SquareCode,
  Strikethrough,
  Table,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignJustify,
  TextAlignStart,
  Underline,
  Undo2,
} from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { type Align, aligned, alignedBlocks } from './alignment.ts'

/** A part below the toolbar in which something is filled in. */
export type EditorPanel = 'link' | 'picture' | 'formula'

/** A button of the toolbar. */
export type Tool = {
  key: string
  label: string
  Icon: LucideIcon
  keys?: string
  /** Of a button that is on or off. */
  active?: boolean
  panel?: EditorPanel
  run?(chain: ChainedCommands): ChainedCommands
}

/** Where lines are not at the left. */
const others = ['center', 'right', 'justify'] as const

/** The tools by group, for the place where the cursor is. */
export function toolsOf(editor: Editor): Tool[][] {
  const mark = (key: string, label: string, Icon: LucideIcon, keys: string): Tool => ({
    key,
    label,
    Icon,
    keys,
    active: editor.isActive(key),
    run: (chain) => chain.toggleMark(key),
  })
  const heading = (level: 2 | 3 | 4, Icon: LucideIcon): Tool => ({
    key: `heading${level}`,
    label: m.editor_heading({ level: level - 1 }),
    Icon,
    keys: `Mod+Alt+${level}`,
    active: editor.isActive('heading', { level }),
    run: (chain) => chain.toggleHeading({ level }),
  })
  const isAligned = (align: Align) => editor.isActive({ align })
  const alignment = (align: Align, label: string, Icon: LucideIcon, keys: string): Tool => ({
    key: `align-${align ?? 'left'}`,
    label,
    Icon,
    keys,
    active:
      align === null
        ? alignedBlocks.some((name) => editor.isActive(name)) && !others.some(isAligned)
        : isAligned(align),
    run: (chain) => aligned(chain, align),
  })
  return [
    [
      { key: 'undo', label: m.editor_undo(), Icon: Undo2, keys: 'Mod+Z', run: (chain) => chain.undo() },
      { key: 'redo', label: m.editor_redo(), Icon: Redo2, keys: 'Mod+Shift+Z', run: (chain) => chain.redo() },
    ],
    [heading(2, Heading1), heading(3, Heading2), heading(4, Heading3)],
    [
      mark('bold', m.editor_bold(), LetterB, 'Mod+B'),
      mark('italic', m.editor_italic(), Italic, 'Mod+I'),
      mark('underline', m.editor_underline(), Underline, 'Mod+U'),
      mark('strike', m.editor_strike(), Strikethrough, 'Mod+Shift+S'),
      mark('code', m.editor_code(), Code, 'Mod+E'),
    ],
    [
      {
        key: 'bulletList',
        label: m.editor_bullets(),
        Icon: List,
        keys: 'Mod+Shift+8',
        active: editor.isActive('bulletList'),
        run: (chain) => chain.toggleBulletList(),
      },
      {
        key: 'orderedList',
        label: m.editor_numbers(),
        Icon: ListOrdered,
        keys: 'Mod+Shift+7',
        active: editor.isActive('orderedList'),
        run: (chain) => chain.toggleOrderedList(),
      },
      {
        key: 'blockquote',
        label: m.editor_quote(),
        Icon: Quote,
        keys: 'Mod+Shift+B',
        active: editor.isActive('blockquote'),
        run: (chain) => chain.toggleBlockquote(),
      },
      {
        key: 'codeBlock',
        label: m.editor_codeBlock(),
        Icon: SquareCode,
        keys: 'Mod+Alt+C',
        active: editor.isActive('codeBlock'),
        run: (chain) => chain.toggleCodeBlock(),
      },
      { key: 'rule', label: m.editor_line(), Icon: Minus, run: (chain) => chain.setHorizontalRule() },
    ],
    [
      alignment(null, m.editor_alignLeft(), TextAlignStart, 'Mod+Shift+L'),
      alignment('center', m.editor_alignCenter(), TextAlignCenter, 'Mod+Shift+E'),
      alignment('right', m.editor_alignRight(), TextAlignEnd, 'Mod+Shift+R'),
      alignment('justify', m.editor_alignJustify(), TextAlignJustify, 'Mod+Shift+J'),
    ],
    [
      {
        key: 'link',
        label: m.editor_link(),
        Icon: Link,
        keys: 'Mod+K',
        panel: 'link',
        active: editor.isActive('link'),
      },
      { key: 'image', label: m.editor_picture(), Icon: Image, panel: 'picture', active: editor.isActive('image') },
      { key: 'formula', label: m.editor_formula(), Icon: Sigma, panel: 'formula', active: editor.isActive('formula') },
      {
        key: 'table',
        label: m.editor_tableInsert(),
        Icon: Table,
        run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
      },
    ],
    [
      {
        key: 'clear',
        label: m.editor_clear(),
        Icon: Eraser,
        run: (chain) => aligned(chain.unsetAllMarks().clearNodes(), null),
      },
    ],
  ]
}

/** Whether a tool does something at the place where the cursor is. */
export function isUsable(editor: Editor, { key, run }: Pick<Tool, 'key' | 'run'>): boolean {
  if (!editor.isEditable) return false
  // A table in a cell of a table would be hard to read and to leave.
  if (key === 'table') return !editor.isActive('table') && editor.can().insertTable()
  if (!run || key === 'clear') return true
  return run(editor.can().chain()).run()
}
