import '../../page/page.css'
import './permission.css'
import { createRoot } from 'react-dom/client'
import { followColourScheme } from '../../page/colour-scheme.ts'
import { PermissionPage } from '../../page/permission-page.tsx'

followColourScheme()
const root = document.getElementById('root')
if (root) createRoot(root).render(<PermissionPage />)
