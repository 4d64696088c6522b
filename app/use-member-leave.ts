import { useRouter } from '@tanstack/react-router'
import { titleText } from '#src/layout/page-title.ts'
import { useDiscardQuestion } from '#src/layout/tabs/use-discard-question.tsx'
import { useLeaveGuard } from '#src/layout/tabs/use-leave-guard.ts'
import { hasUnsaved } from '#src/layout/unsaved.ts'

/** The place of the unsaved content of a page without a tab. */
const HERE = ''

/**
 * Asks a member before a page with unsaved content is left for another one.
 * @returns `mayLeave` to ask before signing out, and `question`, the dialog element to render
 */
export function useMemberLeave() {
  const router = useRouter()
  const title = () => titleText(router.state.matches.at(-1)?.staticData.title)
  const { mayDiscard, question } = useDiscardQuestion(title)
  useLeaveGuard({ lostBy: (from, to) => (from === to ? [] : [HERE]), mayDiscard })
  const mayLeave = async () => !hasUnsaved(HERE) || mayDiscard([HERE])
  return { mayLeave, question }
}
