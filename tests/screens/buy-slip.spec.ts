import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { errors } from '../../contract/errors.ts'
import { isCostlyPicture, readPictureHeader } from '../../contract/picture-header.ts'
import { fallbackTexts } from '../../contract/texts.ts'
import { uploadFile } from '../../contract/uploads.ts'
import { openBuyPage, review, uploads } from '../helpers/buy-screens.ts'
import { readAsNewMember } from '../helpers/screen-data/buys.ts'
import { expect, test } from '../helpers/screen.ts'
import { showBuyStep, slipPicture } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

test('a slip is added by picker, drop or paste, shows its progress, and stays when the amount changes [BUY-05] [BUY-16]', async ({
  page,
  answers,
}) => {
  await readAsNewMember(page, answers)
  await openBuyPage(page)
  await showBuyStep(page, 'slip')
  const { buffer, mimeType } = await slipPicture()
  const input = page.locator('input[type=file]')
  await expect(input).toHaveAttribute('accept', /image\/png.*image\/jpeg.*application\/pdf/)
  const answered = Promise.withResolvers<void>()
  await page.route(uploads, async (route) => {
    await answered.promise
    await route.continue()
  })
  await input.setInputFiles({ name: 'picked.png', mimeType, buffer })
  await expect(page.getByRole('progressbar', { name: 'picked.png' })).toBeVisible()
  await review(page)
  await expect(page.getByText('The slip is still being uploaded. Please wait a moment.')).toBeVisible()
  answered.resolve()
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByText('The slip is still being uploaded. Please wait a moment.')).toHaveCount(0)
  const slip = page.getByRole('region', { name: '3. Upload the payment slip' })
  expect(
    await slip.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(480)
  await page.getByRole('radio', { name: 'Platinum' }).check()
  await showBuyStep(page, 'slip')
  await expect(page.getByText('picked.png')).toBeVisible()
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
  for (const how of ['drop', 'paste'] as const) {
    await page.getByRole('button', { name: /^Remove/ }).click()
    await expect(page.getByText('Slip uploaded.')).toHaveCount(0)
    await give(page, how, { name: `${how}.png`, mimeType, buffer })
    await expect(page.getByText(`${how}.png`)).toBeVisible()
    await expect(page.getByText('Slip uploaded.')).toBeVisible()
  }
  await page.getByRole('button', { name: /^Remove/ }).click()
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  await input.setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
  await expect(slip).toContainText('slip.pdf')
  await expect(slip).toContainText('1 KB')
})

test('a stopped or broken upload can be sent again without choosing the file again', async ({ page, answers }) => {
  await readAsNewMember(page, answers)
  await openBuyPage(page)
  await showBuyStep(page, 'slip')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url() === `${answers.url}${uploadFile.path}`) sent += 1
  })
  // The upload gets no answer, so there is time to stop it.
  await page.route(uploads, () => undefined)
  await page.locator('input[type=file]').setInputFiles(await slipPicture())
  await page.getByRole('button', { name: 'Stop the upload of slip.png' }).click()
  await expect(page.getByText('The upload was stopped.')).toBeVisible()
  await page.unroute(uploads)
  await page.route(uploads, (route) => route.abort())
  await page.getByRole('button', { name: 'Upload again' }).click()
  await expect(page.getByText(fallbackTexts.network)).toBeVisible()
  await expect(page.getByText('slip.png')).toBeVisible()
  await page.unroute(uploads)
  await page.route(uploads, (route) => route.fulfill({ body: '<html>Welcome to this hotel</html>' }))
  await page.getByRole('button', { name: 'Upload again' }).click()
  await expect(page.getByText(fallbackTexts.network)).toBeVisible()
  await page.unroute(uploads)
  await page.getByRole('button', { name: 'Upload again' }).click()
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
  await expect(page.getByText(fallbackTexts.network)).toHaveCount(0)
  expect(sent).toBe(4)
})

test('a stalled upload is given up, and can be sent again', async ({ page, answers }) => {
  await readAsNewMember(page, answers)
  await page.clock.install()
  await openBuyPage(page)
  await showBuyStep(page, 'slip')
  await page.route(uploads, () => undefined)
  await page.locator('input[type=file]').setInputFiles(await slipPicture())
  await expect(page.getByRole('progressbar', { name: 'slip.png' })).toBeVisible()
  await page.clock.fastForward(119_000)
  await expect(page.getByRole('progressbar', { name: 'slip.png' })).toBeVisible()
  await page.clock.fastForward(2_000)
  await expect(page.getByText(fallbackTexts.network)).toBeVisible()
  await page.unroute(uploads)
  await page.getByRole('button', { name: 'Upload again' }).click()
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
})

test('while files cannot be stored, the page says so, keeps the file and all that was typed, and sends it again', async ({
  page,
  answers,
}) => {
  await readAsNewMember(page, answers)
  await openBuyPage(page)
  await page.getByRole('radio', { name: 'Platinum' }).check()
  await showBuyStep(page, 'slip')
  const { buffer, mimeType } = await slipPicture()
  await page.route(uploads, async (route) => {
    const { status, message } = errors.files_unavailable
    await route.fulfill({ status, json: { code: 'files_unavailable', message } })
  })
  await page.locator('input[type=file]').setInputFiles({ name: 'slip.png', mimeType, buffer })
  const slip = page.getByRole('region', { name: '3. Upload the payment slip' })
  await expect(slip.getByRole('alert')).toHaveText(errors.files_unavailable.message)
  await expect(slip).toContainText('slip.png')
  await page.unroute(uploads)
  await page.getByRole('button', { name: 'Upload again' }).click()
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Platinum' })).toBeChecked()
})

test('another kind of file, or more than 5 MB, is refused before it is sent; a disguised one by the server [BUY-16]', async ({
  page,
  answers,
}) => {
  await readAsNewMember(page, answers)
  await openBuyPage(page)
  await showBuyStep(page, 'slip')
  const input = page.locator('input[type=file]')
  const alert = page.getByRole('region', { name: '3. Upload the payment slip' }).getByRole('alert')
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('250 USDT') })
  await expect(alert).toHaveText(errors.file_type_not_accepted.message)
  const huge = Buffer.alloc(5 * 1024 * 1024 + 1)
  await input.setInputFiles({ name: 'huge.pdf', mimeType: 'application/pdf', buffer: huge })
  await expect(alert).toContainText('The file is larger than 5 MB. Save it with fewer pages')
  // The page cannot shrink a file that is no picture, so it suggests a screenshot.
  await input.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: huge })
  await expect(alert).toContainText('cannot make it smaller. Take a screenshot of it and choose that.')
  for (const name of ['IMG_0042.HEIC', 'IMG_0043.heif']) {
    await input.setInputFiles({
      name,
      mimeType: name.endsWith('C') ? 'image/heic' : '',
      buffer: huge.subarray(0, 5000),
    })
    await expect(alert).toContainText('This browser cannot read HEIC photographs. Take a screenshot')
    await expect(page.getByText(name)).toHaveCount(0)
  }
  expect(answers.callsOf(uploadFile)).toEqual([])
  await expectAccessibleAtEveryWidth(page)
  await input.setInputFiles({
    name: 'page.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<script>alert(1)</script>'),
  })
  await expect(alert).not.toBeEmpty()
  await expect(page.getByText('Slip uploaded.')).toHaveCount(0)
  // The server would refuse the same file again.
  await expect(page.getByRole('button', { name: 'Upload again' })).toHaveCount(0)
  expect(answers.callsOf(uploadFile)).toHaveLength(1)
})

test('a photograph of more than 5 MB is made smaller, stays legible, and is shown as it is sent [BUY-16]', async ({
  page,
  answers,
}) => {
  await readAsNewMember(page, answers)
  await openBuyPage(page)
  await showBuyStep(page, 'slip')
  const photograph = await largePhotograph()
  expect(photograph.length).toBeGreaterThan(5 * 1024 * 1024)
  const asked = page.waitForRequest(uploads)
  await page.locator('input[type=file]').setInputFiles({
    name: 'IMG_0042.jpeg',
    mimeType: 'image/jpeg',
    buffer: photograph,
  })
  expect((await asked).headers()['content-type']).toBe('image/jpeg')
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
  const slip = page.getByRole('region', { name: '3. Upload the payment slip' })
  await expect(slip).toContainText('IMG_0042.jpg')
  await expect(slip).not.toContainText(/[5-9]\.\d MB/)
  const [width, height] = await slip.locator('img').evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  })
  // The picture stands upright and is large enough for its small print.
  expect(height).toBeGreaterThanOrEqual(2000)
  expect(Number(width) / Number(height)).toBeCloseTo(3 / 4, 2)
  expect(
    await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).host)),
  ).toEqual(expect.not.arrayContaining([expect.not.stringMatching(new URL(answers.url).host)]))
  await review(page)
  await expect(page.getByRole('img', { name: 'Your payment slip' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit request' }).click()
  await expect(page.getByRole('heading', { name: 'Request Submitted!' })).toBeVisible()
})

test('a photograph in HEIC is converted if the browser can read it', async ({ page, answers }) => {
  await readAsNewMember(page, answers)
  await openBuyPage(page)
  await showBuyStep(page, 'slip')
  // Safari reads the content of such a file. This browser can do so as well, because the content here is a PNG.
  const { buffer } = await slipPicture()
  await page.locator('input[type=file]').setInputFiles({ name: 'IMG_0042.HEIC', mimeType: 'image/heic', buffer })
  await expect(page.getByText('Slip uploaded.')).toBeVisible()
  await expect(page.getByRole('region', { name: '3. Upload the payment slip' })).toContainText('IMG_0042.jpg')
})

test('a picture that is costly to check is drawn anew before it is sent [BUY-16]', async ({ page, answers }) => {
  await readAsNewMember(page, answers)
  await openBuyPage(page)
  await showBuyStep(page, 'slip')
  const slip = page.getByRole('region', { name: '3. Upload the payment slip' })
  const side = { width: 60, height: 40, channels: 3 as const, background: '#0a7' }
  const pictures = {
    large: await sharp({ create: { ...side, width: 7000, height: 5800 } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer(),
    interlaced: await sharp({ create: side }).png({ progressive: true }).toBuffer(),
  }
  for (const [name, buffer] of Object.entries(pictures)) {
    const mimeType = name === 'large' ? 'image/jpeg' : 'image/png'
    await page.locator('input[type=file]').setInputFiles({ name: `${name}.png`, mimeType, buffer })
    await expect(slip).toContainText(`${name}.jpg`)
    await expect(page.getByText('Slip uploaded.')).toBeVisible()
    const sent = answers.callsOf(uploadFile).at(-1)?.request.body
    const header = readPictureHeader(Buffer.isBuffer(sent) ? sent : Buffer.alloc(0))
    expect(header && isCostlyPicture(header)).toBe(false)
    // The large picture lay on its side.
    expect(header && header.width < header.height).toBe(name === 'large')
    await page.getByRole('button', { name: /^Remove/ }).click()
  }
  const broken = Buffer.concat([pictures.interlaced.subarray(0, 40), Buffer.alloc(500)])
  await page.locator('input[type=file]').setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: broken })
  await expect(slip.getByRole('alert')).toHaveText(errors.picture_too_costly.message)
})

/** Makes a photograph as a phone takes it: noise that hardly shrinks, on its side, with a note of its direction. */
async function largePhotograph(): Promise<Buffer> {
  const [width, height] = [4000, 3000]
  const noise = { width, height, channels: 3 as const, noise: { type: 'gaussian' as const, mean: 128, sigma: 40 } }
  return sharp({ create: { ...noise, background: '#888' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer()
}

/** Hands a file over as the browser does when it is dropped or pasted somewhere on the page. */
async function give(page: Page, how: 'drop' | 'paste', file: { name: string; mimeType: string; buffer: Buffer }) {
  const { name, mimeType } = file
  const content = file.buffer.toString('base64')
  const transfer = await page.evaluateHandle(
    ({ name, mimeType, content }) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: mimeType }))
      return data
    },
    { name, mimeType, content },
  )
  if (how === 'drop') {
    const anywhere = page.getByRole('heading', { level: 1 })
    for (const type of ['dragenter', 'dragover', 'drop']) await anywhere.dispatchEvent(type, { dataTransfer: transfer })
    return
  }
  await page.evaluate(
    (data) => document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true })),
    transfer,
  )
}
