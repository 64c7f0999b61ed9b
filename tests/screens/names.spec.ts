import type { Locator } from '@playwright/test'
import { listUsers } from '../../contract/users.ts'
import { aBuy, aProfile, onePage } from '../helpers/screen-data.ts'
import { giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { giveApprovals } from '../helpers/screen-data/approvals.ts'
import { giveRequestList } from '../helpers/screen-data/request-list.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { isNarrow } from '../helpers/screens.ts'

const names = [
  'محمد عبدالرحمن بن عبدالعزيز آل سعود الفيصل الهاشمي القرشي الأنصاري التميمي',
  'Wilhelmina Alexandrina Konstantinopolska van der Hoeven Rutherford Castellanos',
]

test(
  'a cut-off name keeps its first word in either direction of writing, and does not affect the texts beside it',
  { tag: '@phone' },
  async ({ page, answers }) => {
    const members = names.map((name, index) => aProfile({ full_name: name, member_id: `ET-7K3M9${index}` }))
    const requests = members.map((member) => aBuy(member))
    await readAsAdmin(page, answers)
    giveRequestList(answers, requests)
    giveApprovals(answers, requests)
    giveAdminDashboard(answers, { profiles: members, buy_requests: requests })
    answers.give(listUsers, onePage(members))
    for (const path of ['/admin/deposit-approvals', '/admin', '/admin/users', '/admin/all-activity']) {
      await page.goto(path)
      // On a phone the lists of these two pages are behind a button.
      const list = { '/admin/deposit-approvals': 'Request 1 of 2', '/admin': 'Buy requests' }[path]
      if (list && isNarrow(page)) await page.getByRole('main').getByText(list, { exact: true }).click()
      for (const name of names) {
        const shown = page
          .getByRole('main')
          .or(page.getByRole('dialog'))
          .locator('bdi')
          .filter({ hasText: name, visible: true })
          .first()
        await expect(shown, path).toBeVisible()
        expect([path, name, await seesFirstWord(shown)]).toEqual([path, name, true])
        const isRightToLeft = await shown.evaluate((element) => getComputedStyle(element).direction === 'rtl')
        expect(isRightToLeft).toBe(name === names[0])
      }
    }
  },
)

/** True if the first word stands within the box that cuts the name. */
async function seesFirstWord(name: Locator): Promise<boolean> {
  return name.evaluate((element) => {
    const text = element.firstChild
    if (!text) return false
    const range = document.createRange()
    range.setStart(text, 0)
    range.setEnd(text, (text.textContent ?? '').indexOf(' '))
    const [word, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
    return word.left >= box.left - 1 && word.right <= box.right + 1
  })
}
