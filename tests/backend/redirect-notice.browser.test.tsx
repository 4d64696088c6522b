import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { NOTICE_COOKIE, noticeValue } from '#src/backend/redirect-notice.ts'
import { writeCookie } from '#src/lib/cookie.ts'
import { Toaster } from '#src/ui/toast.tsx'
import { showNotice } from '../../app/show-notice.ts'

test("the back end's words for a redirect are shown where it leads, once", async () => {
  const words = '请先完善资料; 100% <b>now</b>'
  const page = await render(<Toaster />)
  writeCookie(NOTICE_COOKIE, noticeValue(words))
  showNotice()
  await expect.element(page.getByRole('alert').getByText(words)).toBeVisible()
  expect(document.cookie).not.toContain(NOTICE_COOKIE)
  showNotice()
  expect(page.getByRole('alert').all()).toHaveLength(1)
})

test.each(['', '%zz'])('a cookie that says nothing readable shows nothing: %j', async (value) => {
  const page = await render(<Toaster />)
  writeCookie(NOTICE_COOKIE, value)
  showNotice()
  expect(page.getByRole('alert').all()).toHaveLength(0)
})
