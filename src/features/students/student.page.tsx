import { ArrowRightLeft, ChevronsUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ListPageProps } from '#src/crud/list/page-props.ts'
import { ResourcePage } from '#src/crud/list/resource-page.tsx'
import { useRefresh } from '#src/crud/list/use-refresh.ts'
import type { RowAction } from '#src/crud/row/row-actions.tsx'
import { familyBulkActions } from '#src/features/family/family-bulk.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import { useCan } from '#src/layout/can.tsx'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy.tsx'
import { students } from './student.queries.ts'
import type { StudentRow } from './student.row.ts'
import { studentErrors } from './student.rules.ts'
import { studentDescription } from './student.schema.ts'

const MoveDialog = lazyDialog(
  async () => (await import('./move-dialog.tsx')).MoveDialog,
  ({ onClose }) => onClose(),
)
const PromotionDialog = lazyDialog(
  async () => (await import('./promotion-dialog.tsx')).PromotionDialog,
  ({ onClose }) => onClose(),
)

/** The list page of pupils. A pupil moves alone, and a year moves up together. */
export function StudentPage(props: ListPageProps) {
  const can = useCan()
  const [mayEdit, mayPromote] = [can('baseInfo/student/edit'), can('baseInfo/student/promote')]
  const refresh = useRefresh(students.key)
  const [moving, setMoving] = useState<StudentRow>()
  const [promoting, setPromoting] = useState(false)
  const actions = useMemo(() => {
    const move: RowAction<StudentRow> = {
      key: 'move',
      label: m.student_move,
      icon: <ArrowRightLeft aria-hidden size={14} />,
      run: setMoving,
    }
    return mayEdit ? [move] : []
  }, [mayEdit])
  return (
    <>
      <ResourcePage
        {...props}
        resource={students}
        description={studentDescription}
        check={studentErrors}
        actions={actions}
        bulkActions={familyBulkActions}
        buttons={
          mayPromote && (
            <Button icon={<ChevronsUp aria-hidden size={15} />} onClick={() => setPromoting(true)}>
              {m.promotion_button()}
            </Button>
          )
        }
        emptyHint={m.student_emptyHint()}
      />
      {moving && <MoveDialog row={moving} onChanged={() => void refresh()} onClose={() => setMoving(undefined)} />}
      {promoting && <PromotionDialog onClose={() => setPromoting(false)} />}
    </>
  )
}
