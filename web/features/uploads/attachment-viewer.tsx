import { emptyTexts, failureTitles } from '../../../contract/texts.ts'
import { FileViewer, type FileWords } from './file-viewer.tsx'

/** What a member sent along with a withdrawal. */
export function AttachmentViewer(props: { userId: string; uploadId: string | null }) {
  return <FileViewer {...props} words={attachmentWords} />
}

const attachmentWords: FileWords = {
  title: 'Attachment',
  noun: 'attachment',
  emptyText: emptyTexts.noAttachment,
  failureTitle: failureTitles.attachmentDownload,
  defaultName: 'attachment',
}
