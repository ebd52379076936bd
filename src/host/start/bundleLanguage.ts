import * as vscode from 'vscode';
import { setDisplayLanguage } from '../../shared/language.ts';

// The build puts this file first into the bundle of what others share.
setDisplayLanguage({ tag: vscode.env.language, translations: vscode.l10n.bundle });
