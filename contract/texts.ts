/** The exact words of the product, spelled once. Screens, schemas and tests read them from here. */

/** Sentences under a field, and what the server says of the same field. */
export const fieldTexts = {
  lettersOnly: 'Must contain only letters.',
  emailNeeded: 'A valid email is required.',
  passwordShort: 'Password must be at least 8 characters',
  passwordsDiffer: 'Passwords do not match',
  packageNeeded: 'Please select a membership package to continue.',
  adminName: 'Full Name is required and must contain only letters.',
  adminEmail: 'A valid email address is required.',
  adminPasswordShort: 'Password must be at least 8 characters long.',
  adminPasswordWeak: 'Password needs one uppercase, one lowercase, and one digit.',
  adminPasswordCommon: 'This password is too common. Please choose another one.',
  adminPasswordsDiffer: 'Passwords do not match.',
  resetPasswordShort: 'Password must be at least 8 characters long.',
  resetPasswordsDiffer: "Passwords don't match.",
  profilePasswordShort: 'Password must be at least 8 characters.',
  profilePasswordsDiffer: 'Passwords do not match.',
  passwordCommonWarning: 'This is one of the passwords that are tried first. A longer one is safer.',
  codeForm: 'Enter the 6 digits of your authenticator app, or a recovery code.',
  passwordTooLong: 'Password must be at most 128 characters.',
  notPlainText: 'Please remove the invisible characters.',
  emailRequired: 'Email is required.',
  passwordRequired: 'Password is required.',
  currentPasswordRequired: 'Current Password is required.',
  numberNeeded: 'Please enter a valid number.',
  memberIdUnchecked: 'Error validating Member ID.',
  transactionHashNotValid: 'Please enter a valid transaction hash, or leave it empty.',
} as const

/** "City is required." for a field without a text of its own. */
export function requiredText(field: string): string {
  return `${field} is required.`
}

export interface ToastText {
  title: string
  description?: string
}

export const toasts = {
  accountCreated: { title: 'Account Created!', description: 'Please check your email to confirm your account.' },
  adminAccountCreated: { title: 'Admin Account Created!' },
  loginSuccessful: { title: 'Login Successful', description: 'Welcome! Redirecting to your dashboard.' },
  welcomeAdmin: { title: 'Welcome Back, Admin!', description: 'You have successfully logged in.' },
  loggedOut: { title: 'Logged Out', description: 'You have been successfully logged out.' },
  sessionExpired: { title: 'Session Expired', description: 'You have been logged out due to inactivity.' },
  adminLoginRequired: { title: 'Admin Login Required', description: 'Please use the dedicated admin login portal.' },
  passwordReset: {
    title: 'Password Updated!',
    description: 'Your password has been successfully reset. Please log in.',
  },
  profileUpdated: { title: 'Profile Updated' },
  passwordUpdated: { title: 'Password Updated' },
  packageRequired: { title: 'Package Required', description: fieldTexts.packageNeeded },
  requestApproved: { title: 'Request Updated', description: 'The request has been approved.' },
  requestRejected: { title: 'Request Updated', description: 'The request has been rejected.' },
  packageCreated: { title: 'Package created successfully.' },
  packageUpdated: { title: 'Package updated successfully.' },
  packageDeleted: { title: 'Package deleted successfully.' },
  settingsSaved: { title: 'Settings saved.' },
  unreadFailed: { title: 'Error', description: 'Could not fetch unread message counts.' },
  chatFailed: { title: 'Chat Error', description: 'Failed to load conversation.' },
  messageFailed: { title: 'Message Failed', description: 'Could not send message.' },
  copied: { title: 'Copied to clipboard!' },
  noAttachment: { title: 'No Attachment Found', description: 'There is no payment slip attached to this request.' },
} as const satisfies Record<string, ToastText>

/** Titles of destructive toasts; the description is the server's message. */
export const failureTitles = {
  registration: 'Registration Failed',
  login: 'Login Failed',
  submission: 'Submission Failed',
  transfer: 'Transfer Failed',
  insufficientFunds: 'Insufficient Funds',
  update: 'Update Failed',
  resetMail: 'Error',
  passwordReset: 'Error updating password',
  passwordUpdate: 'Password Update Failed',
  slipDownload: 'Error Downloading Slip',
  attachmentDownload: 'Error Downloading',
} as const

/** Asks somebody who has not used the site for a while. */
export const idlePromptTexts = {
  title: 'Are you still there?',
  description: "You've been inactive for a while. You will be logged out automatically for security soon.",
  stay: 'Stay Signed In',
  leave: 'Logout',
} as const

/** Asked before a package is deleted. */
export const deletePackageQuestion = 'Are you sure you want to delete this package? This action cannot be undone.'

/** What a failed call says when the server gave no message of its own. */
export const fallbackTexts = {
  login: 'Failed to sign in.',
  download: 'Could not download the slip. The file may not exist or you may not have permission.',
  network: 'The server cannot be reached. Please check your connection and try again.',
  notConfirmed: 'Nothing was changed, as you did not confirm that it is you.',
  earlierArrived:
    'An earlier version of this request has arrived already. Look at your activity before you submit again.',
} as const

/** For whoever has left the page before their request was accepted. */
export const followRequestText = 'You can follow it in your activity.'

/** What the page behind a password reset link says when the link is of no use. */
export const resetLinkTexts = {
  missing: 'No password reset token found in the URL.',
  invalid: 'The reset link is invalid or has expired.',
  invalidDescription: 'This password reset link is invalid or has expired.',
} as const

export const userNotFoundText = {
  title: 'User Not Found',
  description: 'The user you are looking for does not exist or could not be loaded.',
} as const

export const emptyTexts = {
  noUsers: 'No users found matching your search criteria.',
  noLoginHistory: 'No login history found.',
  allClear: 'All Clear!',
  noPendingRequests: 'No pending requests to review.',
  noBuyRequests: 'No pending buy requests.',
  noWithdrawalRequests: 'No pending withdrawal requests.',
  noTransferRequests: 'No pending transfer requests.',
  noTransactions: 'No transactions found.',
  noMatchingTransactions: 'No transactions match your filters.',
  noRequests: 'No requests found.',
  noAuditEvents: 'Nothing on record matches your filters.',
  noReferrals: 'No referrals yet.',
  noConversations: 'No conversations yet.',
  noSlip: 'No Slip Attached',
  noAttachment: 'No Attachment',
} as const

export const exchangeRateTexts = {
  unknownError: 'Unknown error from edge function.',
  invalidData: 'Invalid data format from exchange rate API.',
} as const
