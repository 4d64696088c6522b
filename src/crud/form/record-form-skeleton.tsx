import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { isShown } from '#src/resource/cross-checks.ts'
import type { Description } from '#src/resource/description.ts'
import { isTable } from '#src/resource/field-traits.ts'
import { blankValues } from '#src/resource/form-values.ts'
import { labelText } from '#src/resource/label.ts'
import { formTypeOf } from '../field-types/form-types.tsx'
import { recordFormParts } from './record-form-parts.ts'

/** A form while its row loads: the labels, and grey boxes in place of the controls. */
export function RecordFormSkeleton({ description }: { description: Pick<Description, 'fields' | 'form'> }) {
  const blank = blankValues(description)
  return (
    <div role="status" aria-label={m.ui_loading()}>
      {recordFormParts(description).map(({ section, fields }, at) => (
        <div key={section?.key ?? ''} aria-hidden className={cx(at > 0 && 'mt-6 border-t border-line pt-5')}>
          {section && <p className="mb-3 text-base font-semibold">{labelText(section.title)}</p>}
          <div className="grid grid-cols-1 gap-x-4 gap-y-3.5 sm:grid-cols-2">
            {fields
              .filter((field) => isShown(field, blank))
              .map((field) => (
                <div
                  key={field.name}
                  className={cx(
                    'flex flex-col gap-1',
                    (field.wide ?? formTypeOf(field).wide(field)) && 'sm:col-span-2',
                  )}
                >
                  <span className="w-fit text-sm font-medium text-muted">{labelText(field.label)}</span>
                  <span className={cx('skeleton block rounded-md', isTable(field) ? 'h-24' : 'h-8')} />
                </div>
              ))}
          </div>
        </div>
      ))}
    </div>
  )
}
