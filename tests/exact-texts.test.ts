import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errors } from '../contract/errors.ts'
import {
  deletePackageQuestion,
  emptyTexts,
  exchangeRateTexts,
  failureTitles,
  fallbackTexts,
  fieldTexts,
  idlePromptTexts,
  resetLinkTexts,
  toasts,
  userNotFoundText,
} from '../contract/texts.ts'
import { findTexts } from '../scripts/languages/find-texts.ts'

/**
 * The words that the specification gives to the letter. Most other tests read them from the contract, so they would
 * miss a change of the contract. The ids stand with the tests that show each text in its place.
 */

describe('statuses and their changes', () => {
  test.each([
    ['Are you still there?', idlePromptTexts.title],
    [
      "You've been inactive for a while. You will be logged out automatically for security soon.",
      idlePromptTexts.description,
    ],
    ['Stay Signed In', idlePromptTexts.stay],
    ['Logout', idlePromptTexts.leave],
    ['Session Expired', toasts.sessionExpired.title],
    ['You have been logged out due to inactivity.', toasts.sessionExpired.description],
  ])('%s', expectSaid)

  test.each([
    ['Confirm Action', 'web/features/requests/approvals/decision-dialog.tsx'],
    ['Confirm Approval', 'web/features/requests/approvals/decision-dialog.tsx'],
    ['Confirm Rejection', 'web/features/requests/approvals/decision-dialog.tsx'],
    ['Registered', 'web/pages/member/referrals/referral-display.ts'],
    ['Purchase Pending', 'web/pages/member/referrals/referral-display.ts'],
    ['Bonus Awarded', 'web/pages/member/referrals/referral-display.ts'],
    ['Deposited', 'web/pages/member/referrals/referral-display.ts'],
    ['Awarded', 'web/pages/member/referrals/referral-display.ts'],
    ['Active', 'contract/profile-status-names.ts'],
    ['Inactive', 'contract/profile-status-names.ts'],
    ['Suspended', 'contract/profile-status-names.ts'],
    ['Request Submitted!', 'web/pages/member/buy/use-buy-submission.ts'],
  ])('%s, in %s', expectInFile)
})

describe('validation', () => {
  test.each([
    ['Must contain only letters.', fieldTexts.lettersOnly],
    ['A valid email is required.', fieldTexts.emailNeeded],
    ['Password must be at least 8 characters', fieldTexts.passwordShort],
    ['Passwords do not match', fieldTexts.passwordsDiffer],
    ['Package Required', toasts.packageRequired.title],
    ['Please select a membership package to continue.', toasts.packageRequired.description],
    ['Please select a membership package to continue.', fieldTexts.packageNeeded],
    ['Please select a membership package to continue.', errors.package_required.message],
    ['Full Name is required and must contain only letters.', fieldTexts.adminName],
    ['A valid email address is required.', fieldTexts.adminEmail],
    ['Password must be at least 8 characters long.', fieldTexts.adminPasswordShort],
    ['Password needs one uppercase, one lowercase, and one digit.', fieldTexts.adminPasswordWeak],
    ['Passwords do not match.', fieldTexts.adminPasswordsDiffer],
    ['Password must be at least 8 characters long.', fieldTexts.resetPasswordShort],
    ["Passwords don't match.", fieldTexts.resetPasswordsDiffer],
    ['Password must be at least 8 characters.', fieldTexts.profilePasswordShort],
    ['Passwords do not match.', fieldTexts.profilePasswordsDiffer],
    ['Amount must be in multiples of 1000.', errors.buy_amount_not_multiple.message],
    ['Please enter a valid ET amount (minimum 1000).', errors.buy_amount_not_valid.message],
    ['Please fill all fields and upload a payment slip.', errors.slip_required.message],
    ['You cannot transfer coins to yourself.', errors.recipient_is_self.message],
    ['Invalid or non-existent Member ID.', errors.recipient_invalid.message],
    ['Error validating Member ID.', fieldTexts.memberIdUnchecked],
    ['Amount exceeds your available balance.', errors.amount_exceeds_balance.message],
    ['Transfer amount must be in multiples of 1,000.', errors.transfer_not_multiple.message],
    ['Insufficient Funds', failureTitles.insufficientFunds],
    ['You do not have enough available coins to complete this transfer.', errors.insufficient_funds.message],
    ['Please enter a valid number.', fieldTexts.numberNeeded],
    ['Minimum withdrawal is 1000 coins.', errors.withdrawal_below_minimum.message],
    ['Withdrawal amount must be in multiples of 1,000.', errors.withdrawal_not_multiple.message],
    ['Please set your withdrawal wallet address in your Profile first.', errors.wallet_address_missing.message],
    ['Are you sure you want to delete this package? This action cannot be undone.', deletePackageQuestion],
    ['No Attachment Found', toasts.noAttachment.title],
    ['There is no payment slip attached to this request.', toasts.noAttachment.description],
    ['There is no payment slip attached to this request.', errors.slip_missing.message],
  ])('%s', expectSaid)
})

describe('names of saved files', () => {
  test.each([
    ['payment-slip', 'web/pages/admin/deposit-approvals/slip-viewer.tsx'],
    ['attachment', 'web/pages/admin/withdrawal-approvals/attachment-viewer.tsx'],
  ])('%s, in %s', (name, file) => {
    expect(read(file)).toContain(`defaultName: '${name}'`)
  })
})

describe('the error catalogue', () => {
  test.each([
    ['Registration Failed', failureTitles.registration],
    ['Error', failureTitles.resetMail],
    ['Error updating password', failureTitles.passwordReset],
    ['Update Failed', failureTitles.update],
    ['Password Update Failed', failureTitles.passwordUpdate],
    ['Submission Failed', failureTitles.submission],
    ['Transfer Failed', failureTitles.transfer],
    ['Login Failed', failureTitles.login],
    ['Failed to sign in.', fallbackTexts.login],
    ['Admin Login Required', toasts.adminLoginRequired.title],
    ['Please use the dedicated admin login portal.', toasts.adminLoginRequired.description],
    ['Please use the dedicated admin login portal.', errors.admin_login_required.message],
    ['Error Downloading Slip', failureTitles.slipDownload],
    ['Error Downloading', failureTitles.attachmentDownload],
    ['Could not download the slip. The file may not exist or you may not have permission.', fallbackTexts.download],
    ['Chat Error', toasts.chatFailed.title],
    ['Failed to load conversation.', toasts.chatFailed.description],
    ['Message Failed', toasts.messageFailed.title],
    ['Could not send message.', toasts.messageFailed.description],
    ['Error', toasts.unreadFailed.title],
    ['Could not fetch unread message counts.', toasts.unreadFailed.description],
    ['Package name "{name}" already exists.', errors.package_name_taken.message],
    ['User Not Found', userNotFoundText.title],
    ['The user you are looking for does not exist or could not be loaded.', userNotFoundText.description],
    ['No password reset token found in the URL.', resetLinkTexts.missing],
    ['The reset link is invalid or has expired.', resetLinkTexts.invalid],
    ['The reset link is invalid or has expired.', errors.reset_link_invalid.message],
    ['This password reset link is invalid or has expired.', resetLinkTexts.invalidDescription],
    ['Unknown error from edge function.', exchangeRateTexts.unknownError],
    ['Invalid data format from exchange rate API.', exchangeRateTexts.invalidData],
  ])('%s', expectSaid)
})

describe('texts of success', () => {
  test.each([
    ['Account Created!', toasts.accountCreated.title],
    ['Please check your email to confirm your account.', toasts.accountCreated.description],
    ['Admin Account Created!', toasts.adminAccountCreated.title],
    ['Password Updated!', toasts.passwordReset.title],
    ['Your password has been successfully reset. Please log in.', toasts.passwordReset.description],
    ['Profile Updated', toasts.profileUpdated.title],
    ['Password Updated', toasts.passwordUpdated.title],
    ['Copied to clipboard!', toasts.copied.title],
    ['Request Updated', toasts.requestApproved.title],
    ['The request has been approved.', toasts.requestApproved.description],
    ['Request Updated', toasts.requestRejected.title],
    ['The request has been rejected.', toasts.requestRejected.description],
    ['Package created successfully.', toasts.packageCreated.title],
    ['Package updated successfully.', toasts.packageUpdated.title],
    ['Package deleted successfully.', toasts.packageDeleted.title],
    ['Logged Out', toasts.loggedOut.title],
    ['You have been successfully logged out.', toasts.loggedOut.description],
    ['Login Successful', toasts.loginSuccessful.title],
    ['Welcome! Redirecting to your dashboard.', toasts.loginSuccessful.description],
    ['Welcome Back, Admin!', toasts.welcomeAdmin.title],
    ['You have successfully logged in.', toasts.welcomeAdmin.description],
  ])('%s', expectSaid)
})

describe('texts of empty lists', () => {
  test.each([
    ['All Clear!', emptyTexts.allClear],
    ['No pending requests to review.', emptyTexts.noPendingRequests],
    ['No transactions match your filters.', emptyTexts.noMatchingTransactions],
    ['No users found matching your search criteria.', emptyTexts.noUsers],
    ['No pending buy requests.', emptyTexts.noBuyRequests],
    ['No pending withdrawal requests.', emptyTexts.noWithdrawalRequests],
    ['No pending transfer requests.', emptyTexts.noTransferRequests],
    ['No transactions found.', emptyTexts.noTransactions],
    ['No requests found.', emptyTexts.noRequests],
    ['No login history found.', emptyTexts.noLoginHistory],
    ['No Slip Attached', emptyTexts.noSlip],
    ['No Attachment', emptyTexts.noAttachment],
  ])('%s', expectSaid)
})

test('every text that docs/requirements.md quotes is a literal in a test', () => {
  const sources = globSync('{tests,contract,web,server}/**/*.{test,spec}.{ts,tsx}', { cwd: root })
  const tests = [...sources, 'tests/helpers/screens.ts'].map(read).join('\n')
  const quoted = [...read('docs/requirements.md').matchAll(/^\| ([A-Z]+-\d+) \| (.*) \|$/gm)].flatMap(
    ([, id = '', row = '']) => [...row.matchAll(/"([^"]+)"/g)].map(([, words = '']) => ({ id, words })),
  )
  expect(quoted.length).toBeGreaterThan(70)
  expect(quoted.filter(({ words }) => !tests.includes(words))).toEqual([])
})

const root = join(import.meta.dirname, '..')

function expectSaid(words: string, said: string) {
  expect(said).toBe(words)
}

function expectInFile(words: string, file: string) {
  expect(findTexts(file, read(file)).texts.map(({ english }) => english)).toContain(words)
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
