package dev.waybill.workflow.schema;

import java.util.List;
import java.util.stream.Collectors;

/// A schema with problems; all of them are listed.
public final class InvalidSchema extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<SchemaProblem> problems;

    InvalidSchema(List<SchemaProblem> problems) {
        super(problems.stream().map(SchemaProblem::toString).collect(Collectors.joining("; ")), null, false, false);
        this.problems = List.copyOf(problems);
    }

    public List<SchemaProblem> problems() {
        return problems;
    }
}
