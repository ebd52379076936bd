import * as vscode from 'vscode';
import { setDisplayLanguage } from '../../shared/language.ts';

// The build puts this file first into each bundle that is loaded on demand and has words.
setDisplayLanguage({ tag: vscode.env.language, translations: vscode.l10n.bundle });
