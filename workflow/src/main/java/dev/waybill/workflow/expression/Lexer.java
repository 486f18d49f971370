package dev.waybill.workflow.expression;

import java.util.ArrayList;
import java.util.List;

/// Cuts a source text into words.
final class Lexer {

    private static final List<String> SYMBOLS = List.of(
            "||", "&&", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":", "(", ")", "[", "]",
            ",", ".");

    private final String source;
    private int at;

    private Lexer(String source) {
        this.source = source;
    }

    static List<Token> tokens(String source) {
        var lexer = new Lexer(source);
        List<Token> tokens = new ArrayList<>();
        Token token;
        do {
            token = lexer.next();
            tokens.add(token);
        } while (token.kind() != Token.Kind.END);
        return tokens;
    }

    private Token next() {
        while (at < source.length() && " \t\r\n".indexOf(source.charAt(at)) >= 0) {
            at++;
        }
        if (at == source.length()) {
            return new Token(Token.Kind.END, "", at);
        }
        char c = source.charAt(at);
        if (isNameStart(c)) {
            return name();
        }
        if (isDigit(c)) {
            return number();
        }
        return c == '"' || c == '\'' ? string(c) : symbol();
    }

    private Token name() {
        int start = at;
        while (at < source.length() && (isNameStart(source.charAt(at)) || isDigit(source.charAt(at)))) {
            at++;
        }
        return new Token(Token.Kind.NAME, source.substring(start, at), start);
    }

    private Token number() {
        int start = at;
        digits();
        if (at + 1 < source.length() && source.charAt(at) == '.' && isDigit(source.charAt(at + 1))) {
            at++;
            digits();
        }
        if (at < source.length() && (source.charAt(at) == 'e' || source.charAt(at) == 'E')) {
            exponent();
        }
        String text = source.substring(start, at);
        if (text.length() > 1 && text.charAt(0) == '0' && isDigit(text.charAt(1))) {
            throw ExpressionException.syntax(start, "a number without leading zeros", "\"" + text + "\"");
        }
        return new Token(Token.Kind.NUMBER, text, start);
    }

    private void exponent() {
        at++;
        if (at < source.length() && (source.charAt(at) == '+' || source.charAt(at) == '-')) {
            at++;
        }
        int start = at;
        digits();
        if (at == start) {
            throw ExpressionException.syntax(at, "the digits of an exponent", found());
        }
    }

    private void digits() {
        while (at < source.length() && isDigit(source.charAt(at))) {
            at++;
        }
    }

    private Token string(char quote) {
        int start = at++;
        StringBuilder text = new StringBuilder();
        while (at < source.length() && source.charAt(at) != quote) {
            char c = source.charAt(at++);
            text.append(c == '\\' ? escaped() : c);
        }
        if (at == source.length()) {
            throw ExpressionException.syntax(at, "the closing " + quote, "the end");
        }
        at++;
        return new Token(Token.Kind.STRING, text.toString(), start);
    }

    private char escaped() {
        char c = at < source.length() ? source.charAt(at) : ' ';
        int place = at++;
        return switch (c) {
            case '\\', '"', '\'', '/' -> c;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            default ->
                throw ExpressionException.syntax(place, "one of \\ \" ' / n t r after a backslash", found(place));
        };
    }

    private Token symbol() {
        for (String symbol : SYMBOLS) {
            if (source.startsWith(symbol, at)) {
                at += symbol.length();
                return new Token(Token.Kind.SYMBOL, symbol, at - symbol.length());
            }
        }
        String template = source.startsWith("{{", at) || source.startsWith("${", at)
                ? "; write the expression itself, without {{ }} or ${ }"
                : "";
        throw ExpressionException.syntax(at, "a value or an operator", found() + template);
    }

    private String found() {
        return found(at);
    }

    private String found(int position) {
        return position < source.length() ? "\"" + Character.toString(source.codePointAt(position)) + "\"" : "the end";
    }

    private static boolean isNameStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
