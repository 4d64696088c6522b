import { mergeAttributes, Node } from '@tiptap/core'
import { MAX_FORMULA } from '#src/lib/rich-text-rules.ts'
import { formulaCode } from './formula.tsx'

/** A formula in a text: one unit, stored with its LaTeX source. */
export const FormulaNode = Node.create({
  name: 'formula',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,

  addAttributes() {
    return {
      latex: {
        default: '',
        parseHTML: (element) => (element.dataset.formula ?? '').slice(0, MAX_FORMULA),
        renderHTML: ({ latex }) => ({ 'data-formula': latex }),
      },
      block: {
        default: false,
        parseHTML: (element) => element.dataset.display === 'block',
        renderHTML: ({ block }) => (block ? { 'data-display': 'block' } : {}),
      },
    }
  },

  parseHTML: () => [{ tag: 'span[data-formula]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes), String(node.attrs.latex)],
  renderText: ({ node }) => String(node.attrs.latex),

  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('span')
      const drawn = document.createElement('span')
      dom.className = 'rich-formula'
      dom.append(drawn)
      const { latex, block } = node.attrs
      drawn.textContent = String(latex)
      if (block) dom.dataset.display = 'block'
      formulaCode.load().then(
        ({ drawFormula }) => {
          drawn.dataset.wrong = String(!drawFormula(drawn, String(latex), block === true))
        },
        () => undefined,
      )
      // What is drawn is not content of the editor.
      return { dom, ignoreMutation: () => true }
    }
  },
})
