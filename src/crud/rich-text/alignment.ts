import { type ChainedCommands, Extension } from '@tiptap/core'
import { ALIGNMENT } from '#src/lib/rich-text-rules.ts'

/** The blocks whose lines are aligned. A cell of a table contains such blocks. */
export const alignedBlocks: readonly string[] = ['paragraph', 'heading']

export type Align = 'center' | 'right' | 'justify' | null

/** Lines are at the left, in the middle, at the right, or at both sides. Without a choice they are at the left. */
export const Alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      // Cells keep the alignment that they come with.
      types: [...alignedBlocks, 'tableCell', 'tableHeader'],
      attributes: {
        align: {
          default: null,
          parseHTML: ({ style }) => (ALIGNMENT.test(style.textAlign) ? style.textAlign : null),
          renderHTML: ({ align }) => (align ? { style: `text-align:${align}` } : {}),
        },
      },
    },
  ],
  addKeyboardShortcuts() {
    const to = (align: Align) => () => aligned(this.editor.chain(), align).run()
    return {
      'Mod-Shift-l': to(null),
      'Mod-Shift-e': to('center'),
      'Mod-Shift-r': to('right'),
      'Mod-Shift-j': to('justify'),
    }
  },
})

/** Aligns the lines of the selected blocks. */
export function aligned(chain: ChainedCommands, align: Align): ChainedCommands {
  return chain.command(({ tr, dispatch }) => {
    let found = false
    for (const { $from, $to } of tr.selection.ranges) {
      tr.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
        if (!alignedBlocks.includes(node.type.name)) return
        found = true
        if (dispatch) tr.setNodeAttribute(at, 'align', align)
      })
    }
    return found
  })
}
