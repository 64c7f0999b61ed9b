import { t } from './translate.ts'

/** The exact words of the product, spelled once. Screens, schemas and tests read them from here. */

/** Sentences under a field. The server uses the same ones for that field. */
export const fieldTexts = {
  lettersOnly: t('Must contain only letters.'),
  nameOfPolicy: t('The platform uses this name itself. Please add another word.'),
  emailNeeded: t('A valid email is required.'),
  passwordShort: t('Password must be at least 8 characters'),
  passwordsDiffer: t('Passwords do not match'),
  packageNeeded: t('Please select a membership package to continue.'),
  adminName: t('Full Name is required and must contain only letters.'),
  adminEmail: t('A valid email address is required.'),
  dutyNeeded: t('Please choose a duty.'),
  otherDutyNeeded: t('Please choose another duty than the present one.'),
  adminPasswordShort: t('Password must be at least 8 characters long.'),
  adminPasswordWeak: t('Password needs one uppercase, one lowercase, and one digit.'),
  adminPasswordCommon: t('This password is too common. Please choose another one.'),
  adminPasswordsDiffer: t('Passwords do not match.'),
  resetPasswordShort: t('Password must be at least 8 characters long.'),
  resetPasswordsDiffer: t("Passwords don't match."),
  profilePasswordShort: t('Password must be at least 8 characters.'),
  profilePasswordsDiffer: t('Passwords do not match.'),
  passwordCommonWarning: t('This is one of the passwords that are tried first. A longer one is safer.'),
  codeForm: t('Enter the 6 digits of your authenticator app, or a recovery code.'),
  passwordTooLong: t('Password must be at most 128 characters.'),
  oneLine: t('Please write it in one line.'),
  notPlainText: t('Please remove the invisible characters.'),
  emailRequired: t('Email is required.'),
  passwordRequired: t('Password is required.'),
  currentPasswordRequired: t('Current Password is required.'),
  numberNeeded: t('Please enter a valid number.'),
  memberIdUnchecked: t('Error validating Member ID.'),
  transactionHashNotValid: t('Please enter a valid transaction hash, or leave it empty.'),
  ipAddressNotValid: t('Please enter a whole IP address.'),
  ipAddressSpelling: t('An IP address is given whole and in its shortest form, such as 192.0.2.1 or 2001:db8::1.'),
  ipAddressOrPeople: t('The log is narrowed down to an IP address or to people, not to both at once.'),
  depositAddressForm: t('Please enter an address: letters and digits in one word, at least 10.'),
  depositChecksum: t('The checksum of this address is wrong: it has probably been mistyped.'),
  depositNetwork: t('This does not look like an address of this network.'),
  required: t('{field} is required.'),
  tooLong: t('{field} must be at most {max} characters.'),
  tooShort: t('{field} must be at least {min} characters.'),
  tooManyDecimals: t('{field} can have at most {decimals} decimals.'),
  notAboveZero: t('{field} must be above 0.'),
  outOfRange: t('{field} must be between {min} and {max}.'),
  policyNotPossible: t('There is no such rule for this kind of decision.'),
} as const

/** Returns "City is required." for a field without a text of its own. */
export function requiredText(field: string): string {
  return t('{field} is required.', { field })
}

export interface ToastText {
  title: string
  description?: string
}

export const toasts = {
  accountCreated: { title: t('Account Created!'), description: t('Please check your email to confirm your account.') },
  adminAccountCreated: { title: t('Admin Account Created!') },
  loginSuccessful: { title: t('Login Successful'), description: t('Welcome! Redirecting to your dashboard.') },
  welcomeAdmin: { title: t('Welcome Back, Admin!'), description: t('You have successfully logged in.') },
  loggedOut: { title: t('Logged Out'), description: t('You have been successfully logged out.') },
  sessionExpired: { title: t('Session Expired'), description: t('You have been logged out due to inactivity.') },
  adminLoginRequired: {
    title: t('Admin Login Required'),
    description: t('Please use the dedicated admin login portal.'),
  },
  passwordReset: {
    title: t('Password Updated!'),
    description: t('Your password has been successfully reset. Please log in.'),
  },
  profileUpdated: { title: t('Profile Updated') },
  passwordUpdated: { title: t('Password Updated') },
  packageRequired: { title: t('Package Required'), description: fieldTexts.packageNeeded },
  requestApproved: { title: t('Request Updated'), description: t('The request has been approved.') },
  approvalWaits: {
    title: t('Approval noted'),
    description: t('The request waits under "Second approvals" for a second administrator, or for its waiting time.'),
  },
  changeProposed: {
    title: t('Change noted'),
    description: t('It waits under "Second approvals" for a second owner, or for its waiting time.'),
  },
  requestRejected: { title: t('Request Updated'), description: t('The request has been rejected.') },
  packageCreated: { title: t('Package created successfully.') },
  packageUpdated: { title: t('Package updated successfully.') },
  packageDeleted: { title: t('Package deleted successfully.') },
  settingsSaved: { title: t('Settings saved.') },
  unreadFailed: { title: t('Error'), description: t('Could not fetch unread message counts.') },
  chatRestored: {
    title: t('Conversation loaded again'),
    description: t('The server was set back to an earlier state. What was written after it is gone.'),
  },
  chatFailed: { title: t('Chat Error'), description: t('Failed to load conversation.') },
  messageFailed: { title: t('Message Failed'), description: t('Could not send message.') },
  copied: { title: t('Copied to clipboard!') },
  noAttachment: {
    title: t('No Attachment Found'),
    description: t('There is no payment slip attached to this request.'),
  },
} as const satisfies Record<string, ToastText>

/** Titles of toasts about a failure. The description is the server's message. */
export const failureTitles = {
  registration: t('Registration Failed'),
  login: t('Login Failed'),
  submission: t('Submission Failed'),
  transfer: t('Transfer Failed'),
  insufficientFunds: t('Insufficient Funds'),
  update: t('Update Failed'),
  resetMail: t('Error'),
  passwordReset: t('Error updating password'),
  passwordUpdate: t('Password Update Failed'),
  slipDownload: t('Error Downloading Slip'),
  attachmentDownload: t('Error Downloading'),
} as const

/** The question to a person who has not used the site for a while. */
export const idlePromptTexts = {
  title: t('Are you still there?'),
  description: t("You've been inactive for a while. You will be logged out automatically for security soon."),
  stay: t('Stay Signed In'),
  leave: t('Logout'),
} as const

/** The question before a package is deleted. */
export const deletePackageQuestion = t('Are you sure you want to delete this package? This action cannot be undone.')

/** Sentences for a failed call when the server gave no message of its own. */
export const fallbackTexts = {
  internal: t('Something went wrong on our side. Nothing was lost; please try again.'),
  internalWithReference: t(
    'Something went wrong on our side. Nothing was lost; please try again. If it happens again, tell support this reference: {reference}.',
  ),
  login: t('Failed to sign in.'),
  download: t('Could not download the slip. The file may not exist or you may not have permission.'),
  network: t('The server cannot be reached. Please check your connection and try again.'),
  notConfirmed: t('Nothing was changed, as you did not confirm that it is you.'),
  earlierArrived: t(
    'An earlier version of this request has arrived already. Look at your activity before you submit again.',
  ),
  fileGone: t('The server does not have this file any more. Please choose it again.'),
} as const

/** The line for a member who left the page before the server accepted the request. */
export const followRequestText = t('You can follow it in your activity.')

/** The instructions for paying that members see while administrators have not written their own. */
export function defaultDepositInstructions(network: string): string[] {
  return [
    t('Send USDT over the {network} network only. Coins sent over another network are lost.', { network }),
    t('Send exactly the USDT amount shown, in one payment.'),
    t('Save the payment slip of your wallet or exchange and upload it here.'),
    t('Your payment is checked before your coins are credited.'),
  ]
}

/** Sentences of the page behind a password reset link, for a link that does not work. */
export const resetLinkTexts = {
  missing: t('No password reset token found in the URL.'),
  invalid: t('The reset link is invalid or has expired.'),
  invalidDescription: t('This password reset link is invalid or has expired.'),
} as const

export const userNotFoundText = {
  title: t('User Not Found'),
  description: t('The user you are looking for does not exist or could not be loaded.'),
} as const

export const emptyTexts = {
  noUsers: t('No users found matching your search criteria.'),
  noLoginHistory: t('No login history found.'),
  allClear: t('All Clear!'),
  noPendingRequests: t('No pending requests to review.'),
  noBuyRequests: t('No pending buy requests.'),
  noWithdrawalRequests: t('No pending withdrawal requests.'),
  noTransferRequests: t('No pending transfer requests.'),
  noTransactions: t('No transactions found.'),
  noMatchingTransactions: t('No transactions match your filters.'),
  noRequests: t('No requests found.'),
  noAuditEvents: t('Nothing on record matches your filters.'),
  noReferrals: t('No referrals yet.'),
  noConversations: t('No conversations yet.'),
  noSlip: t('No Slip Attached'),
  noAttachment: t('No Attachment'),
} as const

export const exchangeRateTexts = {
  unknownError: t('Unknown error from edge function.'),
  invalidData: t('Invalid data format from exchange rate API.'),
} as const
