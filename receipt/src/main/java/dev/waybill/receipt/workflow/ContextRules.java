package dev.waybill.receipt.workflow;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.code.Rejected;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The single rules of a workflow context, shared by what is read and what is built. The order in which
/// they apply is the caller's duty: it decides which code a context with several faults gets.
final class ContextRules {

    static final int MOST_PARENTS = 16;
    static final int LONGEST_FRAMEWORK = 64;
    static final int LONGEST_TEXT = 256;

    private ContextRules() {}

    static void checkFanIn(int parents) {
        if (parents > MOST_PARENTS) {
            throw Refusal.of(
                    Code.E_WORKFLOW_LIMIT_EXCEEDED,
                    "/parent_step_ids",
                    "at most 16 parents",
                    Integer.toString(parents),
                    "join them through intermediate steps");
        }
    }

    static void checkFramework(String framework) {
        if (!isFramework(framework)) {
            throw Refusal.context(
                    "/framework",
                    "a lower-case letter and then up to 63 of a-z, 0-9, '_' or '-'",
                    Refusal.found(framework),
                    "write the framework's name like mcp or langgraph");
        }
    }

    static void checkDistinct(StepId step, List<StepId> parents) {
        for (int i = 0; i < parents.size(); i++) {
            if (same(parents.get(i).value(), step.value())) {
                throw selfParent(i);
            }
        }
        for (int i = 1; i < parents.size(); i++) {
            String parent = parents.get(i).value();
            for (int earlier = 0; earlier < i; earlier++) {
                if (same(parents.get(earlier).value(), parent)) {
                    throw duplicateParent(i);
                }
            }
        }
    }

    /// Equality by way of the hash that each string keeps: 16 parents make 120 pairs, twice a receipt.
    static boolean same(String left, String right) {
        return left.hashCode() == right.hashCode() && left.equals(right);
    }

    static Rejected selfParent(int index) {
        return Refusal.of(
                Code.E_WORKFLOW_DAG_INVALID,
                "/parent_step_ids/" + index,
                "a step other than step_id itself",
                "step_id",
                "name the steps that came before");
    }

    static Rejected duplicateParent(int index) {
        return Refusal.of(
                Code.E_WORKFLOW_DAG_INVALID,
                "/parent_step_ids/" + index,
                "each parent once",
                "a repeated parent",
                "remove the repetition");
    }

    static void checkLength(String pointer, @Nullable String text) {
        if (text != null && text.length() > LONGEST_TEXT) {
            throw Refusal.context(
                    pointer, "at most 256 UTF-16 units", Integer.toString(text.length()), "shorten the text");
        }
    }

    static void checkCount(String pointer, @Nullable Long count, long least) {
        if (count != null && (count < least || count > JsonNumber.MAX_SAFE_INTEGER)) {
            throw notACount(pointer, least, Long.toString(count));
        }
    }

    static Rejected notACount(String pointer, long least, String found) {
        return Refusal.context(
                pointer, "an integer from " + least + " to 2^53 - 1", found, "correct the number or leave it out");
    }

    private static boolean isFramework(String text) {
        if (text.isEmpty() || text.length() > LONGEST_FRAMEWORK || !isLowerCase(text.charAt(0))) {
            return false;
        }
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isLowerCase(c) && (c < '0' || c > '9') && c != '_' && c != '-') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLowerCase(char c) {
        return c >= 'a' && c <= 'z';
    }
}
