import { emptyTexts, failureTitles } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { FileViewer, type FileViewerProps, type FileTexts } from '../../../features/uploads/file-viewer.tsx'

/** The file that a member sent with a withdrawal. */
export function AttachmentViewer(props: Omit<FileViewerProps, 'texts'>) {
  return <FileViewer {...props} texts={attachmentTexts} />
}

const attachmentTexts: FileTexts = {
  title: t('Attachment'),
  saveLabel: t('Download attachment'),
  saveHint: t('Download the attachment to look at it.'),
  pictureLabel: t('Picture of the attachment'),
  pictureText: t('The attachment of this request'),
  pagesLabel: t('Pages of the attachment'),
  emptyText: emptyTexts.noAttachment,
  failureTitle: failureTitles.attachmentDownload,
  defaultName: 'attachment',
}
