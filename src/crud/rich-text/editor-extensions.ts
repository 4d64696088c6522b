import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { safeLink, safePicture } from '#src/lib/rich-text-rules.ts'
import { Alignment } from './alignment.ts'
import { FormulaNode } from './formula-node.ts'

/** The levels of headings: the page around a text has the level above them. */
export const headingLevels = [2, 3, 4] as const

/** A picture of this site. Pictures of other sites are left out, as the server would. */
const Picture = Image.extend({
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => (safePicture(element.getAttribute('src')) === undefined ? false : null),
    },
  ],
})

/** What the editor can do: what the allow-list has, and nothing else. */
export const editorExtensions = [
  StarterKit.configure({
    heading: { levels: [...headingLevels] },
    link: {
      openOnClick: false,
      autolink: true,
      linkOnPaste: true,
      defaultProtocol: 'https',
      isAllowedUri: (address) => safeLink(address) !== undefined,
      HTMLAttributes: { rel: 'noopener noreferrer', target: '_blank' },
    },
    trailingNode: false,
    dropcursor: { color: 'var(--accent-solid)', width: 2 },
  }),
  Picture.configure({ allowBase64: false }),
  TableKit.configure({ table: { resizable: false } }),
  FormulaNode,
  Alignment,
]
