import { listAllRequests } from '../../contract/admin-request-list.ts'
import { listConversations, listMessages } from '../../contract/chat.ts'
import { listManagedPackages } from '../../contract/packages.ts'
import { aProfile, onePage } from '../helpers/screen-data.ts'
import { aMessage, giveChat } from '../helpers/screen-data/chat.ts'
import { detailsOf, giveDetails } from '../helpers/screen-data/users.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'

test('a link to a message that does not exist says so, and one to a message does not', async ({ page, answers }) => {
  const member = aProfile()
  await readAsAdmin(page, answers)
  giveDetails(answers, detailsOf(member))
  answers.give(listConversations, onePage([]))
  answers.give(listAllRequests, onePage([]))
  answers.give(listManagedPackages, { items: [] })
  giveChat(answers, member, [aMessage(member, { content: 'Where is my withdrawal?', number: 1 })])
  await page.goto(`/admin/chat?user=${member.id}&message=1`)
  await expect(page.getByText('Where is my withdrawal?')).toBeVisible()
  const missing = page.getByText('The message that the link leads to does not exist.')
  await expect(missing).toHaveCount(0)
  await page.goto(`/admin/chat?user=${member.id}&message=7`)
  await expect(missing).toBeVisible()
  await expect(page.getByText('Where is my withdrawal?')).toBeVisible()

  // A read that fails says nothing about the message.
  answers.give(listMessages, ({ query }) => {
    if (query.before !== undefined) throw new Error('no answer')
    return { items: [aMessage(member, { content: 'Still here', number: 1 })], last_number: 1, has_more: false }
  })
  await page.goto(`/admin/chat?user=${member.id}&message=8`)
  await expect(page.getByText('Still here')).toBeVisible()
  await expect(missing).toHaveCount(0)
})
