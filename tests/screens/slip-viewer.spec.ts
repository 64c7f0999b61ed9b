import { errors } from '../../contract/errors.ts'
import { failureTitles, fallbackTexts } from '../../contract/texts.ts'
import { downloadFile } from '../../contract/uploads.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { approveButton, buysOf, depositApprovals, requesterHeading } from '../helpers/approvals-page.ts'
import type { FileAnswer } from '../helpers/answers.ts'
import { aSlip, giveApprovals } from '../helpers/screen-data/approvals.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const emptyPdf = pdfOf('1 0 obj<</Type/Catalog>>endobj')
/** A PDF with a line of text, and with parts that a viewer could run, start, ask for or unpack on opening. */
const pdf = pdfOf(`1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>
/Names<</EmbeddedFiles<</Names[(run.exe)6 0 R]>>/JavaScript<</Names[(a)7 0 R]>>>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>
/AA<</O<</S/Launch/F(run.exe)>>>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 400 200]/A<</S/URI/URI(https://elsewhere.example/)>>>>]>>endobj
6 0 obj<</Type/Filespec/F(run.exe)/EF<</F 4 0 R>>>>endobj
7 0 obj<</S/JavaScript/JS(app.launchURL\\("https://elsewhere.example/"\\))>>endobj
4 0 obj<</Length 46>>stream
BT /F1 24 Tf 20 100 Td (250 USDT sent) Tj ET  
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj`)

/** A form that ten others each paint ten times, and so on: a small file with an endless drawing. */
const endlessPdf = pdfOf(`1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</XObject<</F 10 0 R>>>>>>endobj
4 0 obj<</Length 5>>stream
/F Do
endstream endobj
${Array.from({ length: 12 }, (_, depth) => formOf(10 + depth)).join('\n')}
22 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 9>>stream
0 0 m 9 9
endstream endobj`)

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  giveApprovals(answers, buysOf('Ama One'))
})

test('no key approves a buy before its slip has been shown, and the page gives the reason', async ({
  page,
  answers,
}) => {
  const answered = Promise.withResolvers<FileAnswer>()
  answers.give(downloadFile, () => answered.promise)
  await page.goto(depositApprovals)
  await expect(requesterHeading(page, 'Ama One')).toBeVisible()
  const approve = approveButton(page)
  await expect(approve).toBeDisabled()
  await expect(approve).toHaveAccessibleDescription('You can approve once the slip has been shown.')
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeEnabled()
  await approve.click({ force: true })
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  const told = page.getByRole('status').filter({ hasText: 'You can approve once the slip has been shown.' })
  await page.keyboard.press('a')
  await expect(told).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  answered.resolve(await aSlip())
  // After a press of the key, the question now opens by itself.
  await expect(page.getByRole('button', { name: 'Confirm Approval' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(approve).toBeEnabled()
  await expect(told).toHaveCount(0)
})

test('the slip is beside the request, can be zoomed and rotated, and is saved under its own name [CALL-43] [CALL-45] [CALL-46]', async ({
  page,
}) => {
  await page.goto(depositApprovals)
  const slip = page.getByRole('region', { name: 'Payment slip' })
  const image = slip.getByRole('img', { name: 'The slip of this request' })
  await expect.poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBe(480)
  const fitted = (await image.boundingBox())?.width ?? 0
  await slip.getByRole('button', { name: 'Zoom in' }).click()
  await slip.getByRole('group').focus()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  const widthOf = async () => ((await image.boundingBox())?.width ?? 0) / fitted
  await expect.poll(widthOf).toBeCloseTo(3, 1)
  await slip.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(widthOf).toBeCloseTo(2, 1)
  await slip.getByRole('button', { name: 'Rotate' }).click()
  await expect(image).toHaveAttribute('style', /rotate\(90deg\)/)
  await expectAccessibleAtEveryWidth(page)
  await page.keyboard.press('0')
  const save = async () => {
    const saved = page.waitForEvent('download')
    await slip.getByRole('button', { name: 'Download slip' }).click()
    return (await saved).suggestedFilename()
  }
  expect(await save()).toBe('1741608000000.png')
  await page.route('**/api/uploads/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { 'content-type': 'image/png' } })
  })
  await page.reload()
  await expect(image).toBeVisible()
  expect(await save()).toBe('payment-slip.png')
})

test('a slip is also saved if the button was pressed before the slip was there', async ({ page, answers }) => {
  const answered = Promise.withResolvers<FileAnswer>()
  answers.give(downloadFile, () => answered.promise)
  await page.goto(depositApprovals)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download slip' }).click()
  answered.resolve(await aSlip())
  expect((await saved).suggestedFilename()).toBe('1741608000000.png')
})

test('the pages of a PDF are shown as pictures, and no script in it runs [A85]', async ({ page, answers }) => {
  const happened: string[] = []
  page.on('dialog', (dialog) => (happened.push(dialog.message()), dialog.dismiss()))
  page.on('download', (file) => happened.push(file.url()))
  page.context().on('page', (other) => happened.push(other.url()))
  page.context().on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== answers.url) happened.push(request.url())
  })
  const policies: (string | undefined)[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/api/uploads/')) return
    const headers = response.headers()
    policies.push(headers['content-disposition']?.split(';')[0], headers['content-security-policy'])
  })
  answers.give(downloadFile, pdf)
  await page.goto(depositApprovals)
  const slip = page.getByRole('region', { name: 'Payment slip' })
  const sheet = slip.getByRole('img', { name: 'Page 1 of 1' })
  await expect(slip).toContainText('250 USDT sent')
  const ink = () =>
    sheet.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      return { width: canvas.width, height: canvas.height, isPainted: data.some((value) => value === 0) }
    })
  await expect.poll(ink).toEqual({ width: 1400, height: 700, isPainted: true })
  const fitted = (await sheet.boundingBox())?.width ?? 0
  await slip.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => ((await sheet.boundingBox())?.width ?? 0) / fitted).toBeCloseTo(1.5, 1)
  await slip.getByRole('button', { name: 'Rotate' }).click()
  await expect.poll(ink).toEqual({ width: 1400, height: 2800, isPainted: true })
  await expectAccessibleAtEveryWidth(page)
  await sheet.click()
  expect(happened).toEqual([])
  expect(page.frames()).toHaveLength(1)
  expect(policies).toEqual(['attachment', "sandbox; default-src 'none'"])
})

test('a PDF that renders too long is given up, and can be saved [A85]', async ({ page, answers }) => {
  await page.clock.install()
  answers.give(downloadFile, endlessPdf)
  const started = page.waitForEvent('worker')
  await page.goto(depositApprovals)
  const worker = await started
  const ended = worker.waitForEvent('close')
  await expect(page.getByRole('button', { name: 'Rotate' })).toBeVisible()
  // The time limit starts again when the text has been read and the drawing begins.
  await expect(async () => {
    await page.clock.fastForward(21_000)
    await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await ended
})

test('an unreadable PDF is offered for download; a missing slip is reported there and in a toast, and does not prevent an approval [ERR-15] [ERR-16]', async ({
  page,
  answers,
}) => {
  answers.give(downloadFile, emptyPdf)
  await page.goto(depositApprovals)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^\d+\.pdf$/)
  await expectAccessibleAtEveryWidth(page)
  answers.give(downloadFile, () => {
    throw new Refusal('not_found')
  })
  await page.reload()
  const slip = page.getByRole('region', { name: 'Payment slip' })
  await expect(slip.getByRole('alert')).toContainText(failureTitles.slipDownload)
  await expect(slip.getByRole('alert')).toContainText(fallbackTexts.download)
  // A slip that cannot be shown keeps no administrator from approving, once its error is on the screen.
  await expect(approveButton(page)).toBeEnabled()
  await slip.getByRole('button', { name: 'Download slip' }).click()
  await expectToast(page, failureTitles.slipDownload)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(fallbackTexts.download)
})

test('a slip with other bytes than the stored ones is named as such, and none of it is shown', async ({
  page,
  answers,
}) => {
  answers.give(downloadFile, () => {
    throw new Refusal('file_altered')
  })
  await page.goto(depositApprovals)
  const slip = page.getByRole('region', { name: 'Payment slip' })
  await expect(slip.getByRole('alert')).toContainText(errors.file_altered.message)
  await expect(slip.locator('img')).toHaveCount(0)
})

function pdfOf(objects: string): FileAnswer {
  const bytes = Buffer.from(`%PDF-1.4\n${objects}\ntrailer<</Root 1 0 R>>\n%%EOF\n`)
  return { bytes, type: 'application/pdf', name: '1741608000000.pdf' }
}

function formOf(number: number) {
  return `${number} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${number + 1} 0 R>>>>/Length 60>>stream
${'/F Do '.repeat(10)}
endstream endobj`
}
