import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { shownLabel } from './design.ts'
import { withRelations } from './design-edit.ts'
import { useDesigner } from './designer-context.ts'
import type { DesignAnswer } from './generator.queries.ts'

/** Offers to make relations of the fields whose columns point to rows of other screens. */
export function RelationOffer({ relations }: Pick<DesignAnswer, 'relations'>) {
  const { state, dispatch } = useDesigner()
  const left = state.design.description.fields.filter(
    ({ name, type }) => type !== 'relation' && relations.some(({ field }) => field === name),
  )
  if (left.length === 0) return null
  const fields = left.map(({ label, name }) => shownLabel(label, name)).join(m.crud_listSeparator())
  return (
    <Banner
      action={
        <Button
          size="sm"
          onClick={() => dispatch({ kind: 'design', change: (design) => withRelations(design, relations) })}
        >
          {m.generator_relationTake()}
        </Button>
      }
    >
      {m.generator_relationOffer({ fields })}
    </Banner>
  )
}
