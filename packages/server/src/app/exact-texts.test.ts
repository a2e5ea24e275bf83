/**
 * The exact texts of the specification, with their mistakes, which must not be corrected. `…` is a value that the text
 * contains.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const packages = path.resolve(import.meta.dirname, '../../..')

/** The literals of the product, without quotes and line breaks. */
const source = globSync('{shared,recorder,server,web}/src/**/*.{ts,tsx}', { cwd: packages })
  .filter((file) => !/\.(test|fixture|builder)\./.test(file))
  .map((file) => readFileSync(path.join(packages, file), 'utf8').replaceAll("\\'", "'"))
  .join('\n')

/** Whether a literal is this text. */
function isInProduct(text: string): boolean {
  const parts = text.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const pattern = parts.join(String.raw`\$\{[^}]+\}`)
  return new RegExp(`(['"\`])${pattern}\\1`).test(source)
}

const articles = `
There are no articles in this workspace
You don't have any articles in this workspace.
There are not workspaces
There are no matching results
Drafts
Recording has been started!
Create notes
You don't have any notes yet.
You don't have any active tab, please select one.
No comments yet
Mark all as read
You have no notifications yet
+ GENERATE
RE-GENERATE
No Transcription
Current version
Unknown author
Search
Ask a question
Ask anything else?
Results
Recently asked
Summarised from these articles
Tags not added
Quit OCR Mode
The article title is required
The workspace is required
Article workspace can not be empty
Article title can not be empty
Title cannot be empty!
Title is required
Only two levels allowed
You can not move paragraph in this way
You can not add paragraph at this position. Too close to another paragraph.
This paragraph can not be joined to previous
Target article not selected
You cannot merge article into itself
Please enter a prompt
Image prompt should be less than 1000 characters
The maximum allowed file size is 50MB
Please enter the correct url
Only images are allowed
Error occurred while generating AI text
Online editing is not possible. Try again later
Can not navigate to this item
Can not add comment
Failed to upload video. Please contact the support team if such an issue occurs again.
Failed to export PDF
Cannot copy link to this article
Cannot copy link to this paragraph
Cannot copy link
Articles is not shared
The shared article hasn't been found.
Can not load workspaces
Failed to load transcription for the article
You don't have access to this workspace
Please check your internet connection
Cannot load video
No video source
No videos found for this route
You need to install the extension to start recording your screen
Failed to remove shared user or group from article
Failed to add shared user or group to article
Failed to load shared users and groups for article
Mention details can not be shown: user not found
To make the reaction appear on the timeline, please republish the recording
This reaction won't be permanent till you republish the article
The article has been successfully published!
The article has been successfully archived!
The article has been successfully unarchived!
Article link copied to clipboard
Paragraph link copied to the clipboard
Link to shared article copied to clipboard
Link has been copied to the clipboard
Shared link was generated successfully
Shared link was deleted successfully
The user/group has been successfully deleted from the list
The article is successfully shared with user/group
The recording was successfully deleted.
Workspace … is updated
The user … has been successfully removed
The group … has been successfully removed
Group was successfully created!
Great! New user(s) were successfully added.
Publishing article
Saving article
Loading Article
The article is being transferred
The article is being deleted
Restoring article version
Loading Article Version
Quitting the version mode
Deleting your comment
Creating text tab
Uploading an image
Inserting image into editor
AI is now doing its job!
Loading editor
`

const companies = `
How can I help?
Show all workspaces
You don't have any workspaces yet.
My Private Workspace
Your account has been temporarily deactivated.
Create a new company
No groups found
You don't have any groups yet.
Manage Users of the … group
The company name is required
Invalid company name
Domain name is not available
Passwords do not match
First name can no be lesser than 2 words!
Last name can no be lesser than 2 words!
Not allowed file format
File size should be less than 3 MB
File size should be less than 1MB
Field is required
Connection error
Your profile was successfully updated!
Company '…' successfully created
Company successfully updated
User has been successfully created
The user has been successfully invited
The user is activated successfully
The user is deactivated successfully
Account successfully deleted
Group successfully deleted
Group is updated
`

const backOffice = `
Clean-up videos
Create domain
You don't have any companies yet.
No owner information available.
Back to all Companies
Delete Company
Activate company
GENERAL INFO
Remove done jobs
Total Companies
Storage usage
Ai enabled?
Users list
You don't have any jobs yet.
Application
Input value doesn't match the company name
Failed to change user status in company
Failed to remove user from company
User successfully removed
`

const textsOf = (list: string) => list.trim().split('\n')

it.each([...textsOf(articles), ...textsOf(companies), ...textsOf(backOffice)])('the product says “%s”', (text) => {
  expect(isInProduct(text)).toBe(true)
})

it('a text that differs in one letter is noticed', () => {
  expect(isInProduct('There are no workspaces')).toBe(false)
  expect(isInProduct('Passwords do not match.')).toBe(false)
})
