package dev.waybill.receipt.claims;

import dev.waybill.receipt.grammar.Tokens;
import java.util.ArrayList;
import java.util.List;

/// SPDX licence expressions by structure: `MIT`, `(MIT OR Apache-2.0) AND GPL-2.0+ WITH x`.
/// The licence list is not consulted; `DocumentRef-` is not supported, as in PEAC.
final class SpdxExpression {

    static final int LONGEST = 128;
    private static final String END = "";

    private final List<String> tokens;
    private int at;

    private SpdxExpression(List<String> tokens) {
        this.tokens = tokens;
    }

    static boolean isValid(String text) {
        var parser = new SpdxExpression(tokens(text));
        return parser.expression() && parser.at == parser.tokens.size();
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ' ';
            if (c == ' ' || c == '\t' || c == '(' || c == ')') {
                if (start < i) {
                    tokens.add(text.substring(start, i));
                }
                if (c == '(' || c == ')') {
                    tokens.add(String.valueOf(c));
                }
                start = i + 1;
            }
        }
        return tokens;
    }

    private boolean expression() {
        if (!term()) {
            return false;
        }
        while (peek().equals("AND") || peek().equals("OR")) {
            at++;
            if (!term()) {
                return false;
            }
        }
        return true;
    }

    private boolean term() {
        if (!atom()) {
            return false;
        }
        if (!peek().equals("WITH")) {
            return true;
        }
        at++;
        return isId(tokens.size() > at ? tokens.get(at++) : END);
    }

    private boolean atom() {
        String token = peek();
        at++;
        return switch (token) {
            case "(" -> expression() && peek().equals(")") && at++ >= 0;
            case ")", "AND", "OR", "WITH", END -> false;
            default -> isLicence(token);
        };
    }

    private String peek() {
        return at < tokens.size() ? tokens.get(at) : END;
    }

    private static boolean isLicence(String token) {
        String base = token.endsWith("+") ? token.substring(0, token.length() - 1) : token;
        return isId(base.startsWith("LicenseRef-") ? base.substring("LicenseRef-".length()) : base);
    }

    private static boolean isId(String token) {
        if (token.isEmpty() || !Tokens.isAlphanumeric(token.charAt(0))) {
            return false;
        }
        for (int i = 1; i < token.length(); i++) {
            if (!Tokens.isAlphanumeric(token.charAt(i)) && "._-".indexOf(token.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }
}
